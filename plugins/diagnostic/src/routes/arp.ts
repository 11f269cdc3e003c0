import { Type as T } from 'typebox'
import { LiveMeta, Reply, type Context, type Routes } from '@linecard/plugin-kit'
import { pingByArp } from '../arp.ts'
import { ArpPingBody, ArpPingQuery } from '../bodies.ts'
import type { Config } from '../config.ts'
import { ArpPing } from '../schemas/index.ts'

const arp = {
  tag: 'diagnostic',
  permission: 'diag_arp_ping',
  summary:
    'Whether an address answers in the networks of a router: the router asks it, or its ARP table tells',
  asksDevice: true,
  errors: [404],
  description:
    'One row for each entry; one row with `received` 0 if there is no entry. ' +
    'A router keeps entries for a while: an entry does not prove that the address answers now.',
  response: T.Array(ArpPing),
  meta: LiveMeta,
} as const

export function arpRoutes(declare: Routes, ctx: Context<Config>): void {
  declare.get(
    '/component/diagnostic/arp-ping',
    { ...arp, operationId: 'diagnostic.arp-ping.get', scope: 'group', query: ArpPingQuery },
    async ({ query, caller, signal }) => {
      const { data, meta } = await pingByArp(ctx, query, caller, signal)
      return new Reply(data, meta)
    },
  )
  declare.post(
    '/component/diagnostic/arp-ping',
    { ...arp, operationId: 'diagnostic.arp-ping.post', scope: 'group', readOnly: true, body: ArpPingBody },
    async ({ body, caller, signal }) => {
      const { data, meta } = await pingByArp(ctx, body, caller, signal)
      return new Reply(data, meta)
    },
  )
}
