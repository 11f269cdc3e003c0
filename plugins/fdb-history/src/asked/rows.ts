import { rememberedInterfaces } from '@linecard/inventory/read'
import { withDevices, type Caller, type Context } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Port } from '../schemas.ts'
import { tables } from '../tables.ts'

/** What rows of both tables have, as PostgreSQL gives it. `last_seen` is that of open stays, too. */
export interface SeenRow {
  device_id: number
  interface_id: number | null
  vlan_id: number
  first_seen: Date
  last_seen: Date
  closed_at: Date | null
  flaps: number
}

/** `last_seen` of stays `s` with the reading `r` of their device. */
export const lastSeen = sql<Date>`
  case when s.closed_at is null then greatest(s.last_seen, r.complete_at) else s.last_seen end`

/** What the answers say about times. */
export const seenOf = ({ first_seen, last_seen, closed_at, flaps }: SeenRow) => ({
  first_seen,
  last_seen,
  closed_at,
  active: closed_at === null,
  flaps,
})

export const vlanView = (vlan: number): number | null => (vlan === 0 ? null : vlan)

/** The interfaces of these ids that the caller sees, also those of closed ONUs. */
export async function portsById(
  em: SqlEntityManager,
  caller: Caller,
  ids: readonly (number | null)[],
): Promise<ReadonlyMap<number, Port>> {
  const wanted = [...new Set(ids.filter(id => id !== null))]
  if (wanted.length === 0) return new Map()
  const rows = await tables(em)
    .selectFrom(rememberedInterfaces(em, caller).as('i'))
    .select(['i.id', 'i.name', 'i.type', 'i.description', 'i.comment', 'i.agreement', 'i.serial'])
    .select('i.closed_at')
    .where(sql<boolean>`i.id = any (${wanted}::int[])`)
    .execute()
  return new Map(rows.map(row => [row.id, { ...row, serial: row.serial ?? null }]))
}

/** Rows with their device and interface; without those of devices that the caller does not see. */
export async function withPlaces<R extends SeenRow>(ctx: Context, caller: Caller, rows: readonly R[]) {
  const ports = await portsById(
    ctx.em(),
    caller,
    rows.map(row => row.interface_id),
  )
  return withDevices(
    ctx,
    caller,
    rows.map(row => ({
      ...row,
      device: { id: row.device_id },
      interface: (row.interface_id === null ? undefined : ports.get(row.interface_id)) ?? null,
    })),
  )
}
