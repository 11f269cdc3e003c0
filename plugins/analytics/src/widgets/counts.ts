import { visibleDevices, visibleOnus } from '@linecard/inventory/read'
import type { Caller } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { DevicesAsked } from '../asked.ts'
import type { Analytics } from '../setup.ts'
import { tables } from '../tables.ts'
import { within } from '../table/within.ts'

interface Counted {
  word: string
  n: number
}
const asObject = (words: readonly string[], rows: readonly Counted[]): Record<string, number> =>
  Object.fromEntries([
    ...words.map((word): [string, number] => [word, 0]),
    ...rows.map(({ word, n }): [string, number] => [word, n]),
  ])
const totalOf = (statuses: Readonly<Record<string, number>>): number =>
  Object.values(statuses).reduce((sum, n) => sum + n, 0)

/** Number of ONUs whose light is outside of the limits. */
export async function countBadSignals(
  { ctx }: Analytics,
  caller: Caller,
  asked: DevicesAsked,
): Promise<number> {
  const em = ctx.em()
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (${visibleOnus(em, caller)}) o
    where o.bad_since is not null and ${within('o', asked)}`.execute(tables(em))
  return rows[0]!.n
}

/** Enabled devices by status. */
export async function countDevices({ ctx }: Analytics, caller: Caller, asked: DevicesAsked) {
  const em = ctx.em()
  const { rows } = await sql<Counted>`
    select d.status as word, count(*)::int as n from (${visibleDevices(em, caller)}) d
    where d.enabled and ${within('d', asked, 'id')} group by d.status`.execute(tables(em))
  const statuses = asObject(['Up', 'Down', 'Unknown'], rows)
  return { total: totalOf(statuses), statuses }
}

/** ONUs by state; those whose state was never told count as `Unknown`. */
export async function countOnus({ ctx }: Analytics, caller: Caller, asked: DevicesAsked) {
  const em = ctx.em()
  const { rows } = await sql<Counted>`
    select coalesce(o.status, 'Unknown') as word, count(*)::int as n from (${visibleOnus(em, caller)}) o
    where ${within('o', asked)} group by 1`.execute(tables(em))
  const statuses = asObject(['Online', 'Offline', 'LOS', 'PowerOff', 'Unknown'], rows)
  return { total: totalOf(statuses), statuses }
}
