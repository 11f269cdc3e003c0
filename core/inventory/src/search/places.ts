import { boxesOf, type PlaceHit, type PlaceQuery, type PlaceSource } from '@linecard/plugin-kit'
import { sql, type RawBuilder, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Inventory } from '../inventory.ts'
import { closedType } from '../closed-type.ts'
import { tables } from '../tables.ts'
import { prepareSearch, visibleTo } from './transaction.ts'

type Row = Omit<PlaceHit, 'device' | 'interface'> & {
  device_id: number
  device_ip: string
  device_name: string
  type: string | null
}

const latitude = sql`(o.coordinates->>'lat')::float8`
const longitude = sql`(o.coordinates->>'lon')::float8`
/** The same expression as in the GiST index. */
const point = sql`point(${longitude}, ${latitude})`
/** Distance to a place in metres: haversine on a sphere, like `distanceOf`. */
const metresTo = (lat: number, lon: number) => sql<number>`2 * 6371008.8 * asin(least(1, sqrt(
  sin(radians(${latitude} - ${lat}) / 2) ^ 2
    + cos(radians(${lat})) * cos(radians(${latitude})) * sin(radians(${longitude} - ${lon}) / 2) ^ 2)))`

/** Where the places of a kind are stored: columns, tables and the id of the device. */
interface Placed {
  columns: RawBuilder<unknown>
  from: RawBuilder<unknown>
  device: RawBuilder<number>
}
const placedDevices: Placed = {
  columns: sql`
    o.id, coalesce(nullif(o.name, ''), host(o.ip)) as title, o.location as text, o.status, o.coordinates,
    o.id as device_id, host(o.ip) as device_ip, o.name as device_name, null as type`,
  from: sql`inventory_device o`,
  device: sql`o.id`,
}
const placedInterfaces: Placed = {
  columns: sql`
    o.id, o.name as title, o.description as text, o.status, o.coordinates,
    o.device_id, host(d.ip) as device_ip, d.name as device_name, o.type`,
  from: sql`inventory_interface o
    join inventory_device d on d.id = o.device_id and o.type <> ${sql.lit(closedType)}`,
  device: sql`o.device_id`,
}

async function within(
  em: SqlEntityManager,
  { columns, from, device }: Placed,
  { lat, lon, status, limit }: PlaceQuery,
  distance: number,
  visible: readonly number[] | null,
): Promise<Row[]> {
  const boxes = boxesOf({ lat, lon }, distance).map(
    ({ west, south, east, north }) =>
      sql`${point} <@ box(point(${west}, ${south}), point(${east}, ${north}))`,
  )
  const conditions = [
    sql`o.coordinates is not null`,
    sql`(${sql.join(boxes, sql` or `)})`,
    ...(status === undefined ? [] : [sql`o.status = ${status}`]),
    ...(visible ? [sql`${device} = any (${[...visible]}::int[])`] : []),
  ]
  const { rows } = await sql<Row>`
    select * from (
      select ${columns}, ${metresTo(lat, lon)} as distance_m from ${from}
      where ${sql.join(conditions, sql` and `)}
    ) found
    where distance_m <= ${distance} order by distance_m, id limit ${limit}`.execute(tables(em))
  return rows
}

/** Searches in growing circles, so that ten hits do not need the distances to all objects of a town. */
async function nearest(
  em: SqlEntityManager,
  placed: Placed,
  query: PlaceQuery,
  visible: readonly number[] | null,
  signal: AbortSignal,
): Promise<Row[]> {
  for (const part of [64, 16, 4]) {
    signal.throwIfAborted()
    const rows = await within(em, placed, query, query.distance_m / part, visible)
    if (rows.length >= query.limit) return rows
  }
  return within(em, placed, query, query.distance_m, visible)
}

const hitOf = ({ device_id, device_ip, device_name, type, ...row }: Row): PlaceHit => ({
  ...row,
  device: { id: device_id, ip: device_ip, name: device_name },
  interface: type === null ? null : { id: row.id, name: row.title, type },
})

const source = (label: string, placed: Placed): PlaceSource<Inventory> => ({
  label,
  permission: 'device_show',
  near: ({ ctx }, query, { caller, signal }) =>
    ctx.em().transactional(
      async forked => {
        const em = forked as SqlEntityManager
        await prepareSearch(em)
        const visible = await visibleTo(em, caller)
        const rows = visible?.length === 0 ? [] : await nearest(em, placed, query, visible, signal)
        return rows.map(hitOf)
      },
      { readOnly: true },
    ),
})

export const devicePlaces = source('Devices', placedDevices)
/** Interfaces and ONUs. */
export const interfacePlaces = source('Interfaces and ONUs', placedInterfaces)
