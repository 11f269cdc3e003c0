import { DeliveryFailed, type Context } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Config } from '../config.ts'
import { tables } from '../tables.ts'
import type { Claimed } from './claim.ts'

/** The longest pause between attempts, in s. */
const longestSec = 1800

/** Seconds until the next attempt: three times longer each time, with a fifth of chance. */
export function pauseSec(attempts: number, firstSec: number, chance: number): number {
  const sec = Math.min(firstSec * 3 ** (attempts - 1), longestSec)
  return sec * (0.9 + 0.2 * chance)
}

/** How an attempt ended. */
export type Outcome =
  | { state: 'sent' }
  | { state: 'failed'; note: string }
  | { state: 'queued'; note: string; inSec: number }

/** What comes of a failed attempt. */
export function outcomeOf(
  ctx: Pick<Context<Config>, 'config' | 'clock'>,
  { attempts, created_at: since }: Pick<Claimed, 'attempts' | 'created_at'>,
  error: unknown,
): Outcome {
  const { retry_sec: firstSec, give_up_hours: hours } = ctx.config
  const known = error instanceof DeliveryFailed ? error : null
  const note = known?.message ?? (error instanceof Error ? error.name : 'unknown')
  if (known && !known.again) return { state: 'failed', note }
  if (ctx.clock().getTime() - since.getTime() > hours * 3_600_000)
    return { state: 'failed', note: `given up after ${hours} hours: ${note}` }
  const inSec = Math.max(known?.afterSec ?? 0, pauseSec(attempts, firstSec, Math.random()))
  return { state: 'queued', note, inSec }
}

const endOf = (outcome: Outcome) => {
  const note = outcome.state === 'sent' ? '' : outcome.note
  const given = { state: outcome.state, note, process_id: null, lease_until: null }
  return outcome.state === 'queued'
    ? { ...given, due_at: sql<Date>`clock_timestamp() + make_interval(secs => ${outcome.inSec})` }
    : { ...given, ended_at: sql<Date>`clock_timestamp()` }
}

/**
 * Writes how an attempt ended, if it is still this process's own. What a digest told ends with it. Returns
 * whether it was.
 */
export const settle = (ctx: Context<Config>, { id, attempts, contact }: Claimed, outcome: Outcome) =>
  ctx.em().transactional(async forked => {
    const em = forked as SqlEntityManager
    const { numUpdatedRows } = await tables(em)
      .updateTable('notifications_delivery')
      .set(endOf(outcome))
      .where('id', '=', id)
      .where('state', '=', 'sending')
      .where('process_id', '=', ctx.processes.id)
      .where('attempts', '=', attempts)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    if (outcome.state === 'queued') return true
    await tables(em)
      .updateTable('notifications_delivery')
      .set({
        state: outcome.state,
        note: outcome.state === 'sent' ? '' : outcome.note,
        ended_at: sql<Date>`clock_timestamp()`,
      })
      .where('digest_id', '=', id)
      .where('state', '=', 'held')
      .execute()
    await tables(em)
      .updateTable('notifications_contact')
      .set({ problem: outcome.state === 'sent' ? null : outcome.note })
      .where('id', '=', contact.id)
      .execute()
    return true
  })

/** What ended processes were sending is due again; `ids` null: what was not heard of for too long. */
export async function takeBack(ctx: Context<Config>, ids: readonly string[] | null): Promise<void> {
  await tables(ctx.em())
    .updateTable('notifications_delivery')
    .set({
      state: 'queued',
      note: 'the process that sent it ended: it may come twice',
      due_at: sql<Date>`clock_timestamp()`,
      process_id: null,
      lease_until: null,
    })
    .where('state', '=', 'sending')
    .$if(ids === null, found => found.where('lease_until', '<', sql<Date>`clock_timestamp()`))
    .$if(ids !== null, found => found.where(sql<boolean>`process_id = any (${[...(ids ?? [])]}::uuid[])`))
    .execute()
}
