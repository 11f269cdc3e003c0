import type { Client } from 'pg'
import type { Ask } from './measure.ts'

/** Body of an answer without an error. */
export type Body = { data: unknown; meta: { total: number } | null }

/** An operation under load: its requests, and the check of its answers. */
export interface Load {
  name: string
  /** The 99th percentile of a search must be below 100 ms. */
  search: boolean
  asks: Ask[]
  /** What is wrong with the answer to the request of this number. Null: nothing. */
  fault(body: Body, nth: number): string | null
}

/** Number of different requests of each operation: too many for a cache of plans or pages to help. */
const variety = 400

const rows = async <T extends object>(client: Client, sql: string): Promise<T[]> =>
  (await client.query<T>(sql)).rows
const path = (at: string, query: Record<string, string | number>) =>
  `${at}?${new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]))}`

/** Pages of the device list, from all over it. */
export const devicePages = (total: number, limit = 100): Ask[] => {
  const pages = Math.ceil(total / limit)
  return Array.from({ length: Math.min(variety, pages) }, (_, n) => ({
    path: path('/device', { limit, offset: ((n * 37) % pages) * limit }),
  }))
}

/** Rows from all over a table. */
const every = (table: string, columns: string, id = 'id') =>
  `select ${columns} from (select *, row_number() over (order by ${id}) - 1 as nth, count(*) over ` +
  `() as total from ${table}) r where nth % greatest(total / ${variety}, 1) = 0 order by nth limit ` +
  `${variety}`

const list = (body: Body) => body.data as Record<string, unknown>[]
const needs = (body: Body, holds: (row: Record<string, unknown>) => unknown, what: string) =>
  list(body).some(holds) ? null : `${what} is not among ${list(body).length} rows`

const some = (count: number): boolean => count > 0

/**
 * Searches of a dispatcher for ONUs: of one OLT, of a state, with low optical power, by a part of a text, by
 * serial number; sorted in many ways.
 */
const ontLists = (
  onus: readonly { device_id: number; ident: string; description: string }[],
): { body: Record<string, unknown>; total: (count: number) => boolean }[] =>
  onus.map(({ device_id: id, ident, description }, n) => {
    const [, street = ''] = description.split(' ')
    return [
      { body: { device_id: id, limit: 50 }, total: some },
      {
        body: { device_id: id, status: 'Offline|LOS|PowerOff', sort: '-status_changed', limit: 50 },
        total: some,
      },
      {
        body: { filters: [{ field: 'ident', operator: '=', value: ident }] },
        total: (count: number) => count === 1,
      },
      {
        body: { device_id: id, filters: [{ field: 'rx', operator: '<', value: -25 }], sort: 'rx', limit: 50 },
        total: some,
      },
      { body: { only_bad_signal: true, device_id: id, sort: '-olt_rx', limit: 50 }, total: some },
      { body: { query: description, limit: 50 }, total: some },
      {
        body: {
          device_id: id,
          filters: [{ field: 'description', operator: '~', value: street }],
          sort: 'description',
          limit: 50,
        },
        total: some,
      },
      { body: { query: ident.slice(-6), limit: 50 }, total: some },
    ][n % 8]!
  })

/** Rows of the data set to ask for. */
async function samplesOf(client: Client) {
  const devices = await rows<{
    id: number
    ip: string
    name: string
    serial: string
    lat: number
    lon: number
  }>(
    client,
    every(
      'inventory_device',
      `id, host(ip) as ip, name, serial, (coordinates->>'lat')::float8 as lat, ` +
        `(coordinates->>'lon')::float8 as lon`,
    ),
  )
  const onus = await rows<{
    id: number
    device_id: number
    ident: string
    serial_hex: string
    agreement: string
    description: string
    mac: string
  }>(
    client,
    every(
      'inventory_onu',
      'interface_id as id, device_id, ident, serial_hex, agreement, description, mac',
      'interface_id',
    ),
  )
  const macs = await rows<{ id: number; mac: string }>(
    client,
    `
    select s.interface_id as id, upper(s.mac::text) as mac from inventory_sighting s
    where s.interface_id % 1250 in (3, 703) order by 1 limit ${variety}`,
  )
  return { devices, onus, macs }
}
type Samples = Awaited<ReturnType<typeof samplesOf>>

/** Searches of the portal: the text, and the id that must be found. Null: any id. */
const portalWords = ({ devices, onus }: Samples) =>
  onus.map(({ id, ident, serial_hex: hex, agreement, mac }, n) => {
    const { id: device, ip, name } = devices[n % devices.length]!
    return [
      { query: ident, id },
      { query: hex.toLowerCase(), id },
      { query: agreement, id },
      { query: mac.replaceAll(':', '').toLowerCase(), id },
      { query: ip, id: device },
      { query: name, id: device },
      { query: mac.slice(-8).replaceAll(':', '-'), id: null },
      { query: ident.slice(-5), id: null },
    ][n % 8]!
  })

export async function loads(client: Client): Promise<Load[]> {
  const samples = await samplesOf(client)
  const { devices, onus, macs } = samples
  const lists = ontLists(onus)
  const words = portalWords(samples)
  return [
    {
      name: 'device by IP',
      search: true,
      asks: devices.map(({ ip }) => ({ path: path('/device', { ip }) })),
      fault: (body, nth) => ((body.data as { id: number }).id === devices[nth]!.id ? null : 'another device'),
    },
    {
      name: 'interface search by MAC',
      search: true,
      asks: macs.map(({ mac }, n) => ({
        path: path('/device-interface/search', {
          mac_address: n % 2 ? mac : mac.replaceAll(':', '').toLowerCase(),
        }),
      })),
      fault: (body, nth) => needs(body, ({ id }) => id === macs[nth]!.id, 'the port'),
    },
    {
      name: 'ont-list with filters',
      search: true,
      asks: lists.map(({ body }) => ({ method: 'PUT', path: '/device-interface/ont-list', body })),
      fault: ({ meta }, nth) => (lists[nth]!.total(meta!.total) ? null : `${meta!.total} rows`),
    },
    {
      name: 'portal search',
      search: true,
      asks: words.map(({ query }) => ({ path: path('/portal/search', { query }) })),
      fault: (body, nth) =>
        words[nth]!.id === null
          ? needs(body, () => true, 'anything')
          : needs(body, ({ id }) => id === words[nth]!.id, words[nth]!.query),
    },
    {
      name: 'nearest elements',
      search: true,
      asks: devices.map(({ lat, lon }, n) => ({
        path: path('/portal/nearest-elements', { lat, lon, distance: [500, 1000, 2000][n % 3]! }),
      })),
      fault: (body, nth) =>
        needs(body, ({ id, type }) => id === devices[nth]!.id && type === 'device', 'the device itself'),
    },
  ]
}
