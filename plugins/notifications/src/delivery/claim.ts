import type { Context, MessageKind } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Config } from '../config.ts'
import type { StoredContact } from '../contact-value.ts'
import { quietUntil, type QuietHours } from '../quiet.ts'
import { tables, type Level, type Source } from '../tables.ts'
import { writeDigest } from './digest.ts'
import { dueOf, forbidden, type DueRow } from './due.ts'

/** A process has a message for so long beyond the time-out, in s. */
const leaseBeyondSec = 60
const uniqueViolation = '23505'

/** A message that this process sends now. */
export interface Claimed {
  id: string
  message_id: string
  attempts: number
  source: Source
  kind: MessageKind
  severity: Level
  title: string
  data: Record<string, unknown>
  created_at: Date
  channel: string
  contact: StoredContact
}

/** Contacts of a channel that are to be told something, and to which nothing is being sent. */
export async function waitingContacts(
  em: SqlEntityManager,
  channel: string,
  most: number,
): Promise<number[]> {
  const { rows } = await sql<{ contact_id: number }>`
    select d.contact_id from notifications_delivery d
    where d.channel = ${channel} and d.state in ('queued', 'held') and d.digest_id is null
      and d.due_at <= clock_timestamp() and not exists (
        select from notifications_delivery s where s.contact_id = d.contact_id and s.state = 'sending'
      )
    group by d.contact_id order by min(d.due_at) limit ${most}`.execute(tables(em))
  return rows.map(row => row.contact_id)
}

interface Patient {
  id: number
  type: string
  quiet: QuietHours | null
}

const cancel = (em: SqlEntityManager, ids: readonly string[]) =>
  tables(em)
    .updateTable('notifications_delivery')
    .set({
      state: 'cancelled',
      note: 'the user may not be told it any more, or the contact is disabled',
      ended_at: sql<Date>`clock_timestamp()`,
    })
    .where(sql<boolean>`id = any (${[...ids]}::bigint[])`)
    .execute()

const hold = (em: SqlEntityManager, rows: readonly DueRow[], until: Date, note: string) =>
  tables(em)
    .updateTable('notifications_delivery')
    .set({ state: 'held', due_at: until, note })
    .where(sql<boolean>`id = any (${rows.map(({ id }) => id)}::bigint[])`)
    .execute()

/** Messages that the contact got in the window, and when the window has room again. */
async function recentOf(em: SqlEntityManager, contactId: number, windowSec: number) {
  const { rows } = await sql<{ count: number; room_at: Date | null }>`
    select count(*)::int as count, min(ended_at) + make_interval(secs => ${windowSec}) as room_at
    from notifications_delivery
    where contact_id = ${contactId} and state = 'sent' and digest_id is null
      and ended_at > clock_timestamp() - make_interval(secs => ${windowSec})`.execute(tables(em))
  return rows[0]!
}

/** Leaves those that may be told in these hours. */
async function outsideQuiet(
  ctx: Context<Config>,
  em: SqlEntityManager,
  { quiet }: Patient,
  rows: readonly DueRow[],
): Promise<readonly DueRow[]> {
  if (!quiet) return rows
  const until = quietUntil(quiet, ctx.clock())
  if (!until) return rows
  const passes = ({ severity }: DueRow) => quiet.critical && severity === 'critical'
  const kept = rows.filter(row => !passes(row))
  if (kept.length > 0) await hold(em, kept, until, 'quiet hours')
  return rows.filter(passes)
}

/**
 * Which message is sent to the contact next: one of those that are due, or a digest of them; null: none yet.
 */
async function nextOf(ctx: Context<Config>, em: SqlEntityManager, contact: Patient): Promise<string | null> {
  const found = await dueOf(em, contact.id)
  if (found.length === 0) return null
  const refused = new Set(await forbidden(ctx, contact.id, found))
  if (refused.size > 0) await cancel(em, [...refused])
  const allowed = found.filter(({ id }) => !refused.has(id))
  const due = await outsideQuiet(ctx, em, contact, allowed)
  const [first] = due
  if (!first) return null
  if (first.source === 'digest') return first.id
  const { flood_messages: most, flood_window_sec: windowSec } = ctx.config
  const { count, room_at: roomAt } = await recentOf(em, contact.id, windowSec)
  if (count >= most && roomAt) {
    await hold(em, due, roomAt, 'many messages in a short time')
    return null
  }
  if (due.length === 1 || !due.some(({ state }) => state === 'held')) return first.id
  return writeDigest(em, { contactId: contact.id, channel: contact.type }, due)
}

const patient = (em: SqlEntityManager, id: number) =>
  tables(em)
    .selectFrom('notifications_contact')
    .select(['id', 'type', 'value', 'sealed_value', 'address', 'secret', 'quiet'])
    .where('id', '=', id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

const inSeconds = (sec: number) => sql<Date>`clock_timestamp() + make_interval(secs => ${sec})`

/** Marks a message as being sent by this process. @throws unique violation: another one is being sent */
export const markSending = (ctx: Context<Config>, em: SqlEntityManager, id: string) =>
  tables(em)
    .updateTable('notifications_delivery')
    .set(row => ({
      state: 'sending' as const,
      attempts: row('attempts', '+', 1),
      process_id: ctx.processes.id,
      lease_until: inSeconds(ctx.config.timeout_sec + leaseBeyondSec),
    }))
    .where('id', '=', id)
    .returning(['id', 'message_id', 'attempts', 'source', 'kind', 'severity', 'title', 'data', 'created_at'])
    .returning(['channel'])
    .executeTakeFirstOrThrow()

/**
 * Takes the next message to a contact. Null: there is none, it has to wait, or another process is at it. The
 * contact is locked meanwhile, so that two processes never tell it two things at once.
 */
export async function claimFor(ctx: Context<Config>, contactId: number): Promise<Claimed | null> {
  try {
    return await ctx.em().transactional(async forked => {
      const em = forked as SqlEntityManager
      const contact = await patient(em, contactId)
      const next = contact && (await nextOf(ctx, em, contact))
      if (!next) return null
      return { ...(await markSending(ctx, em, next)), contact }
    })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === uniqueViolation) return null
    throw error
  }
}
