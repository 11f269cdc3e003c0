import type { Context, LinkedPorts } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { Config } from './config.ts'
import { behindOf } from './network/behind.ts'
import type { Network } from './network/graph.ts'
import { readNetwork } from './network/read.ts'
import { tables } from './tables.ts'

/** How old a network may be that is asked again and again, in ms. */
const freshMs = 5000

/** Offers the links to other plugins. Only those count that are active: a suggestion is none. */
export function provideLinks(ctx: Context<Config>): void {
  let last: { at: number; network: Promise<Network> } | null = null
  const network = (): Promise<Network> => {
    const now = ctx.clock().getTime()
    if (last && now - last.at < freshMs) return last.network
    const read = readNetwork(ctx).then(found => found.network)
    last = { at: now, network: read }
    read.catch(() => {
      last = null
    })
    return read
  }
  const service: LinkedPorts = {
    async linked(deviceId) {
      const { rows } = await sql<{ id: number }>`
        select distinct e.id from links_link l, lateral (values
          (l.src_device_id, l.src_interface_id), (l.src_device_id, l.src_aggregate_id),
          (l.dest_device_id, l.dest_interface_id), (l.dest_device_id, l.dest_aggregate_id)
        ) as e (device_id, id)
        where l.state = 'active' and ${deviceId} in (l.src_device_id, l.dest_device_id)
          and e.device_id = ${deviceId} and e.id is not null
        order by e.id`.execute(tables(ctx.em()))
      return rows.map(({ id }) => id)
    },
    behind: async ids => behindOf(await network(), ids),
  }
  ctx.provide('links', service)
  // A port at which a person has drawn a link is never left out.
  ctx.use('interfaces').writtenBy('links', async (em, ids) => {
    const { rows } = await sql<{ id: number }>`
      select i.id from unnest(${[...ids]}::int[]) as i (id)
      where exists (select from links_link l where l.source = 'manual'
        and i.id in (l.src_interface_id, l.dest_interface_id))`.execute(tables(em))
    return rows.map(({ id }) => id)
  })
}
