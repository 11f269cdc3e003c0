import { rememberedStatusChanges, visibleOnus } from '@linecard/inventory/read'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { OnuFact, Reason } from '../judge/index.ts'
import { tables } from '../tables.ts'
import { clockOf, isLost, lostStates, reasonOf } from './words.ts'

const all = { groupIds: null }

/** What is kept of a member of an open outage. */
export interface Kept {
  lost_at: Date
  back_at: Date | null
  dereg_at: Date | null
  reason: Reason
}

interface Row {
  id: number
  parent_bind_key: string | null
  status: string | null
  status_changed_at: Date | null
  model: string | null
  last_down_reason: string | null
  last_dereg: string | null
  last_reg: string | null
}
interface Fall {
  interface_id: number
  /** When it was lost; null: longer ago than was looked. */
  since: Date | null
  words: (string | null)[]
}

/** Since when ONUs are lost: since they were online last. One that was never seen online was not lost. */
async function fallsOf(em: SqlEntityManager, ids: readonly number[], from: Date): Promise<Map<number, Fall>> {
  if (ids.length === 0) return new Map()
  const lost = sql`${[...lostStates]}::text[]`
  const { rows } = await sql<Fall>`
    with changes as (
      select c.interface_id, c.time, c.id, c.status, c.reason,
        max(c.time) filter (where c.previous = 'Online')
          over (partition by c.interface_id) as since
      from (${rememberedStatusChanges(em, all)}) c
      where c.interface_id = any (${[...ids]}::int[]) and c.time >= ${from}::timestamptz
        and c.status = any (${lost})
    )
    select interface_id, max(since) as since,
      array_agg(status) filter (where time >= since)
        || array_agg(reason) filter (where time >= since) as words
    from changes group by interface_id`.execute(tables(em))
  return new Map(rows.map(row => [row.interface_id, { ...row, words: row.words ?? [] }]))
}

/** ONUs that an outage has left behind, and when it ended: the rest of them is lost by itself. */
async function leftBehind(em: SqlEntityManager, ids: readonly number[]): Promise<Map<number, Date>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ interface_id: number; ended_at: Date }>`
    select m.interface_id, max(o.ended_at) as ended_at
    from correlation_member m join correlation_outage o on o.id = m.outage_id
    where m.interface_id = any (${[...ids]}::int[]) and m.back_at is null and o.ended_at is not null
    group by m.interface_id`.execute(tables(em))
  return new Map(rows.map(row => [row.interface_id, row.ended_at]))
}

/** For how long nobody had looked when a loss was seen, ms; null: unknown. */
function unseenMs(lostAt: Date, reads: readonly Date[]): number | null {
  const before = reads.filter(time => time < lostAt).map(time => lostAt.getTime() - time.getTime())
  return before.length > 0 ? Math.min(...before) : null
}
/** Of an ONU that is there. */
const present = {
  member: false,
  lostAt: null,
  unseenMs: null,
  backAt: null,
  reason: 'none',
  deregAt: null,
  regAt: null,
} as const

/** The ONUs of an OLT as the judge sees them. */
export async function onuFacts(
  em: SqlEntityManager,
  deviceId: number,
  kept: ReadonlyMap<number, Kept>,
  { from, reasonsAt, reads }: { from: Date; reasonsAt: Date | null; reads: readonly Date[] },
): Promise<OnuFact[]> {
  const rows: Row[] = await tables(em)
    .selectFrom(visibleOnus(em, all).as('o'))
    .select(['o.id', 'o.parent_bind_key', 'o.status', 'o.status_changed_at', 'o.model'])
    .select(['o.last_down_reason', 'o.last_dereg', 'o.last_reg'])
    .where('o.device_id', '=', deviceId)
    .execute()
  const recent = rows.filter(
    ({ id, status, status_changed_at: at }) =>
      isLost(status) && (kept.has(id) || (at !== null && at >= from)),
  )
  const recentIds = recent.map(({ id }) => id)
  const falls = await fallsOf(em, recentIds, from)
  const left = await leftBehind(em, recentIds)
  const toldAfter = (time: Date | null) => reasonsAt !== null && time !== null && reasonsAt >= time
  return rows.flatMap((row): OnuFact[] => {
    const member = kept.get(row.id)
    const fact = { id: row.id, port: row.parent_bind_key, model: row.model ?? '', dimmed: null }
    const away = isLost(row.status)
    // Of an ONU whose state was never told, or that is switched off, nothing follows.
    if (!away && row.status !== 'Online' && !member) return []
    if (!away && !member) return [{ ...fact, ...present }]
    const fall = falls.get(row.id)
    const since = fall?.since ?? null
    const isOld = since !== null && since < (left.get(row.id) ?? since)
    const lostAt = member?.lost_at ?? (isOld ? null : since)
    const told = toldAfter(lostAt)
    const words = [row.status, ...(fall?.words ?? []), ...(told ? [row.last_down_reason] : [])]
    const reason = reasonOf(away ? words : [member!.reason === 'gasp' ? 'power' : member!.reason])
    const backAt = away ? null : (member!.back_at ?? row.status_changed_at)
    return [
      {
        ...fact,
        member: member !== undefined,
        lostAt: lostAt?.getTime() ?? 0,
        unseenMs: lostAt && unseenMs(lostAt, reads),
        backAt: backAt?.getTime() ?? null,
        reason: member?.reason === 'gasp' ? 'gasp' : reason,
        deregAt: (away && told ? clockOf(row.last_dereg) : null) ?? member?.dereg_at?.getTime() ?? null,
        regAt: toldAfter(backAt) ? clockOf(row.last_reg) : null,
      },
    ]
  })
}
