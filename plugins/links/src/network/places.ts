import { visibleDevices } from '@linecard/inventory/read'
import type { Caller, Context } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Config } from '../config.ts'
import { tables } from '../tables.ts'
import { placesOf, type Spot } from './layout.ts'
import { devicesOf, readNetwork } from './read.ts'

export interface KeptSpot extends Spot {
  /** A person has put it there. */
  placed: boolean
}

/** Where devices were drawn the last time. */
export async function keptPlaces(em: SqlEntityManager): Promise<Map<number, KeptSpot>> {
  const rows = await tables(em).selectFrom('links_place').selectAll().execute()
  return new Map(
    rows.map(({ device_id, x, y, placed_by }) => [device_id, { x, y, placed: placed_by !== null }]),
  )
}

/** Keeps where devices are drawn, so that those that come later do not move them. */
export async function keepPlaces(ctx: Context<Config>): Promise<void> {
  const em = ctx.em() as SqlEntityManager
  const { network } = await readNetwork(ctx)
  const kept = await keptPlaces(em)
  const spots = [...placesOf(network, [], kept)].filter(([device]) => !kept.has(device))
  await sql`
    insert into links_place (device_id, x, y)
    select * from unnest(
      ${spots.map(([device]) => device)}::int[], ${spots.map(([, { x }]) => x)}::float8[],
      ${spots.map(([, { y }]) => y)}::float8[]) s (device_id, x, y)
    where exists (select from links_link l where s.device_id in (l.src_device_id, l.dest_device_id))
    on conflict do nothing`.execute(tables(em))
}

export interface Placed extends Spot {
  device_id: number
}

/** Puts devices where a person wants them. Those that the caller does not see are left out. */
export async function placeDevices(
  ctx: Context<Config>,
  caller: Caller,
  wanted: readonly Placed[],
): Promise<Placed[]> {
  const em = ctx.em() as SqlEntityManager
  const seen = new Set(
    (await devicesOf(em, caller, { ids: wanted.map(one => one.device_id) })).map(d => d.id),
  )
  // Of a device that is named twice the last one counts.
  const spots = [...new Map(wanted.map(one => [one.device_id, one])).values()].filter(one =>
    seen.has(one.device_id),
  )
  await sql`
    insert into links_place (device_id, x, y, placed_by)
    select s.*, ${caller.login} from unnest(
      ${spots.map(spot => spot.device_id)}::int[], ${spots.map(({ x }) => x)}::float8[],
      ${spots.map(({ y }) => y)}::float8[]) s
    on conflict (device_id)
      do update set x = excluded.x, y = excluded.y, placed_by = excluded.placed_by`.execute(tables(em))
  return spots
}

/** Forgets where the devices that the caller sees were drawn. */
export async function forgetPlaces(ctx: Context<Config>, caller: Caller): Promise<{ removed: number }> {
  const em = ctx.em() as SqlEntityManager
  const { numAffectedRows = 0n } = await sql`
    delete from links_place p using (${visibleDevices(em, caller)}) d where d.id = p.device_id`.execute(
    tables(em),
  )
  return { removed: Number(numAffectedRows) }
}
