import { interfacesList } from '@linecard/driver-kit/modules'
import { isOvertaken, sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../../tables.ts'
import type { Reading } from './seen.ts'

/**
 * Notes when readings of modules of a device began, those that are the newest of their module, and gives the
 * names of these. The others were overtaken.
 */
export async function noteNewest(
  em: SqlEntityManager,
  deviceId: number,
  times: ReadonlyMap<string, Date>,
): Promise<Set<string>> {
  if (times.size === 0) return new Set()
  const { rows } = await sql<{ module: string }>`
    insert into inventory_newest as o (device_id, module, time)
    select d.id, r.module, r.time
    from unnest(${[...times.keys()]}::text[], ${[...times.values()]}::timestamptz[]) as r (module, time),
      inventory_device d
    where d.id = ${deviceId} order by r.module
    on conflict (device_id, module) do update set time = excluded.time
      where not ${isOvertaken('o.time', 'excluded.time')}
    returning module`.execute(tables(em))
  return new Set(rows.map(({ module }) => module))
}

/**
 * A reading without the states that a newer one has overtaken. Null: its list was overtaken, and nothing
 * of it counts. The device must be locked.
 */
export async function newestOf(
  em: SqlEntityManager,
  deviceId: number,
  reading: Reading,
): Promise<Reading | null> {
  const newest = await noteNewest(em, deviceId, reading.times)
  const isOld = (module: string) => reading.times.has(module) && !newest.has(module)
  if (isOld(interfacesList.name)) return null
  if (newest.size === reading.times.size) return reading
  const interfaces = [...reading.interfaces].map(([key, { status, adminState, ...seen }]) =>
    seen.by !== undefined && isOld(seen.by)
      ? ([key, seen] as const)
      : ([key, { ...seen, status, adminState }] as const),
  )
  return { ...reading, interfaces: new Map(interfaces) }
}
