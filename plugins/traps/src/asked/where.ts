import { rememberedInterfaces, visibleDevices } from '@linecard/inventory/read'
import { canonicalAddress, type Caller, type Context } from '@linecard/plugin-kit'
import { sql, type RawBuilder, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'

/** Rows that are counted: above it a count would take longer than the page. */
export const mostCounted = 1000
/** Rows that a page leaves out at most: PostgreSQL reads all of them. Later pages are empty. */
export const mostLeftOut = 100_000

interface Common {
  device_id?: number
  address?: string
  start?: string
  stop?: string
}

/** Only those who see all devices see what unknown senders sent. */
export const seenBy = (em: SqlEntityManager, caller: Caller): RawBuilder<unknown>[] =>
  caller.groupIds === null ? [] : [sql`l.device_id in (select d.id from (${visibleDevices(em, caller)}) d)`]

/** What both logs, as `l`, are asked for. An address that is none has no row. */
export function commonConditions({ device_id: device, address, start, stop }: Common): RawBuilder<unknown>[] {
  const canonical = address === undefined ? undefined : canonicalAddress(address.trim())
  return [
    ...(device === undefined ? [] : [sql`l.device_id = ${device}`]),
    ...(canonical === undefined
      ? []
      : [canonical === null ? sql`false` : sql`l.address = ${canonical}::inet`]),
    ...(start === undefined ? [] : [sql`l.time >= ${start}::timestamptz`]),
    ...(stop === undefined ? [] : [sql`l.time <= ${stop}::timestamptz`]),
  ]
}

export const allOf = (parts: readonly RawBuilder<unknown>[]) => sql.join([sql`true`, ...parts], sql` and `)

/** Number of rows, at most one more than are counted. */
export async function countOf(
  em: SqlEntityManager,
  log: 'traps_trap' | 'traps_syslog',
  where: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (
      select from ${sql.table(log)} l where ${where} order by l.id desc limit ${mostCounted + 1}) c`.execute(
    tables(em),
  )
  return rows[0]!.total
}

/** The devices of rows that the caller sees, by id. */
export async function devicesOf(
  ctx: Pick<Context, 'use'>,
  caller: Caller,
  rows: readonly { device_id: number | null }[],
) {
  const ids = [...new Set(rows.flatMap(({ device_id: id }) => id ?? []))]
  return ids.length > 0 ? ctx.use('devices').shown(ids, caller) : new Map<number, never>()
}

/** The interfaces of rows, by id, also closed ONUs. */
export async function interfacesById(em: SqlEntityManager, caller: Caller, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, { id: number; name: string; type: string }>()
  const rows = await tables(em)
    .selectFrom(rememberedInterfaces(em, caller).as('i'))
    .select(['i.id', 'i.name', 'i.type'])
    .where(sql<boolean>`i.id = any (${[...ids]}::int[])`)
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}
