import { Type as T } from 'typebox'
import { IdParams, ListMeta, Reply, type Routes } from '@linecard/plugin-kit'
import { OutagesQuery, VerdictQuery } from './bodies.ts'
import { listOutages, outageById } from './outages/list.ts'
import { OutageMembers, OutageView } from './outages/schema.ts'
import type { Correlation } from './setup.ts'
import { verdictFor } from './verdict/answer.ts'
import { VerdictView } from './verdict/schema.ts'

const tag = 'correlation'
const permission = 'correlation_show'

export function routes(declare: Routes, { ctx }: Correlation): void {
  declare.get(
    '/component/correlation/outages',
    {
      operationId: 'correlation.outages.list',
      scope: 'group',
      tag,
      summary: 'Outages: fibre cuts, power losses, PON ports, cards, OLTs and uplinks',
      description:
        'The newest first. Each has one event; the events of what lies below it belong to that event. The ' +
        'verdict may change while it lasts, and once more when its ONUs are back; `first_kind` came first.',
      permission,
      query: OutagesQuery,
      response: T.Array(OutageView),
      meta: ListMeta,
    },
    async ({ caller, query }) => {
      const { outages, meta } = await listOutages(ctx, caller, query)
      return new Reply(outages, meta)
    },
  )

  declare.get(
    '/component/correlation/outages/:id',
    {
      operationId: 'correlation.outages.get',
      scope: 'group',
      tag,
      summary: 'An outage with its ONUs',
      description:
        'When each of them was lost, why as far as its OLT told, and when it came back. At most 10,000.',
      permission,
      params: IdParams,
      response: OutageMembers,
    },
    ({ caller, params: { id } }) => outageById(ctx, caller, id),
  )

  declare.get(
    '/component/correlation/verdict',
    {
      operationId: 'correlation.verdict.get',
      scope: 'group',
      tag,
      summary: 'Whether a customer alone is without service, or the neighbours too',
      description:
        'By one of agreement, MAC address, IP address, serial number and interface. From what is stored: ' +
        'no device is asked, and the evidence tells how old it is. 404 if nothing of the customer is known.',
      permission,
      query: VerdictQuery,
      response: VerdictView,
      errors: [404],
    },
    ({ caller, query }) => verdictFor(ctx, caller, query),
  )
}
