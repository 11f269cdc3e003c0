import type { Client } from 'pg'
import type { Ask } from './measure.ts'

type Body = { data: unknown, meta: { total: number } | null }

/** An operation under load: what is asked, and whether an answer is what it should be. */
export interface Load {
  name: string
  /** Searches must answer in 100 ms at the 99th percentile. */
  search: boolean
  asks: Ask[]
  /** Null, or what is wrong with the answer to the ask of this number. */
  fault(body: Body, nth: number): string | null
}

/** Asks of each operation: as many different ones as a cache of plans or pages could not hold at a glance. */
const variety = 400

const rows = async <T extends object>(client: Client, sql: string): Promise<T[]> => (await client.query<T>(sql)).rows
const path = (at: string, query: Record<string, string | number>) => `${at}?${new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]))}`

/** Pages of the device list, from all over it. */
export const devicePages = (total: number, limit = 100): Ask[] => {
  const pages = Math.ceil(total / limit)
  return Array.from({ length: Math.min(variety, pages) }, (_, n) => ({ path: path('/device', { limit, offset: n * 37 % pages * limit }) }))
}

/** Rows from all over a table. */
const every = (table: string, where: string, columns: string) =>
  `select ${columns} from ${table} where ${where} and id % (select greatest(max(id) / ${variety}, 1) from ${table}) = 7 order by id limit ${variety}`

export async function loads(client: Client): Promise<Load[]> {
  const devices = await rows<{ id: number, ip: string }>(client, every('inventory_device', 'true', 'id, host(ip) as ip'))
  return [{
    name: 'device by IP', search: true,
    asks: devices.map(({ ip }) => ({ path: path('/device', { ip }) })),
    fault: (body, nth) => (body.data as { id: number }).id === devices[nth]!.id ? null : 'another device',
  }]
}
