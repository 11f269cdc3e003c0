import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import type { Plugin } from '@linecard/plugin-kit'
import portal from '../src/index.ts'

export type { World }
export { add, dataOf, keyOf } from '@linecard/test-kit/worlds/inventory'

export interface Hit {
  type: string
  id: number
  title: string
  text: string
  matched: { field: string; value: string }
  rank: number
  status: string | null
  device: { id: number; ip: string; name: string } | null
  interface: { id: number; name: string; type: string } | null
}
export interface Meta {
  total: number
  limit: number
  types: Record<string, number>
  spent_ms: number
  failed: { type: string; label: string; reason: string }[]
  anywhere: boolean
}
export interface Found {
  status: number
  hits: Hit[]
  meta: Meta
  text: string
  code: string | null
}

/** The core with the portal, and others that bring hits of their own. */
export const startWorld = (
  others: readonly unknown[] = [],
  settings: Record<string, Record<string, unknown>> = {},
): Promise<World> =>
  makeWorld({
    plugins: [portal, ...others] as Plugin[],
    settings: { identity: { rate_limiter_enabled: false }, ...settings },
  })

export async function seek(
  world: World,
  query: string,
  more: Record<string, string> = {},
  key: string = world.admin,
): Promise<Found> {
  const { status, body, text } = await world.http(
    'GET',
    `/portal/search?${new URLSearchParams({ query, ...more })}`,
    undefined,
    key,
  )
  return { status, hits: body.data ?? [], meta: body.meta as Meta, text, code: body.error?.code ?? null }
}

/** What was found, as `type title`. */
export const names = ({ hits }: Found): string[] => hits.map(({ type, title }) => `${type} ${title}`)

export interface NewPort {
  name: string
  type?: string
  status?: string
  description?: string
  comment?: string
  serial?: string
  mac?: string
  agreement?: string
  ip?: string
  coordinates?: { lat: number; lon: number }
}

let keys = 0
/** Stored interfaces of a device, as a reading would leave them. */
export async function ports(world: World, device: number, rows: readonly NewPort[]): Promise<number[]> {
  const made = await world.sql<{ id: number }>(
    `
    insert into inventory_interface (device_id, bind_key, name, type, status, description, comment, serial, mac, agreement, ip, coordinates)
    select $1, $2 + n, r.name, coalesce(r.type, 'ETH'), r.status, coalesce(r.description, ''), coalesce(r.comment, ''), r.serial, r.mac, coalesce(r.agreement, ''), coalesce(r.ip, ''), r.coordinates
    from rows from (jsonb_to_recordset($3::jsonb) as (name text, type text, status text, description text, comment text, serial text, mac text, agreement text, ip text, coordinates jsonb)) with ordinality
      as r (name, type, status, description, comment, serial, mac, agreement, ip, coordinates, n) returning id`,
    [device, keys, JSON.stringify(rows)],
  )
  keys += rows.length
  return made.map(({ id }) => id)
}
