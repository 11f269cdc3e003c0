import { boxesOf, type PlaceHit, type PlaceQuery, type PlaceSource } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Inventory } from '../inventory.ts'
import { searching, visibleTo } from './scan.ts'

type Row = Omit<PlaceHit, 'device' | 'interface'> & {
  device_id: number
  device_ip: string
  device_name: string
  type: string | null
}

const point = "point((o.coordinates->>'lon')::float8, (o.coordinates->>'lat')::float8)"
/** Metres to (lat, lon) by haversine on a sphere; the same as `distanceOf`. */
const metres = `2 * 6371008.8 * asin(least(1, sqrt(
  sin(radians((o.coordinates->>'lat')::float8 - ?) / 2) ^ 2 + cos(radians(?)) * cos(radians((o.coordinates->>'lat')::float8)) * sin(radians((o.coordinates->>'lon')::float8 - ?) / 2) ^ 2)))`

const selects = {
  device:
    "select o.id, coalesce(nullif(o.name, ''), host(o.ip)) as title, o.location as text, o.status, o.coordinates, o.id as device_id, host(o.ip) as device_ip, o.name as device_name, null as type",
  interface:
    'select o.id, o.name as title, o.description as text, o.status, o.coordinates, o.device_id, host(d.ip) as device_ip, d.name as device_name, o.type',
}
const tables = {
  device: 'inventory_device o',
  interface: 'inventory_interface o join inventory_device d on d.id = o.device_id',
}

async function within(
  em: SqlEntityManager,
  kind: keyof typeof tables,
  { lat, lon, status, limit }: PlaceQuery,
  distance: number,
  visible: readonly number[] | null,
): Promise<Row[]> {
  const boxes = boxesOf({ lat, lon }, distance)
  const conditions = [
    'o.coordinates is not null',
    `(${boxes.map(() => `${point} <@ box(point(?, ?), point(?, ?))`).join(' or ')})`,
    ...(status === undefined ? [] : ['o.status = ?']),
    ...(visible ? [`${kind === 'device' ? 'o.id' : 'o.device_id'} = any (?::int[])`] : []),
  ].join(' and ')
  const parameters = [
    lat,
    lat,
    lon,
    ...boxes.flatMap(({ west, south, east, north }) => [west, south, east, north]),
    ...(status === undefined ? [] : [status]),
    ...(visible ? [`{${visible.join(',')}}`] : []),
  ]
  return em.execute<Row[]>(
    `
    select * from (${selects[kind]}, ${metres} as distance_m from ${tables[kind]} where ${conditions}) found
    where distance_m <= ? order by distance_m, id limit ?`,
    [...parameters, distance, limit],
  )
}

/** Looks through growing circles, so that a full town is not measured for the nearest ten. */
async function nearest(
  em: SqlEntityManager,
  kind: keyof typeof tables,
  query: PlaceQuery,
  visible: readonly number[] | null,
  signal: AbortSignal,
): Promise<Row[]> {
  for (const part of [64, 16, 4]) {
    signal.throwIfAborted()
    const rows = await within(em, kind, query, query.distance_m / part, visible)
    if (rows.length >= query.limit) return rows
  }
  return within(em, kind, query, query.distance_m, visible)
}

const source = (label: string, kind: keyof typeof tables): PlaceSource<Inventory> => ({
  label,
  permission: 'device_show',
  near: ({ ctx }, query, { caller, signal }) =>
    ctx.em().transactional(
      async forked => {
        const em = forked as SqlEntityManager
        await searching(em)
        const visible = await visibleTo(em, caller)
        const rows = visible?.length === 0 ? [] : await nearest(em, kind, query, visible, signal)
        return rows.map(
          ({
            id,
            title,
            text,
            status,
            coordinates,
            distance_m,
            device_id,
            device_ip,
            device_name,
            type,
          }): PlaceHit => ({
            id,
            title,
            text,
            status,
            coordinates,
            distance_m,
            device: { id: device_id, ip: device_ip, name: device_name },
            interface: type === null ? null : { id, name: title, type },
          }),
        )
      },
      { readOnly: true },
    ),
})

export const devicePlaces = source('Devices', 'device')
/** Interfaces and ONUs. */
export const interfacePlaces = source('Interfaces and ONUs', 'interface')
