import { eventsChanged, type Caller, type Context } from '@linecard/plugin-kit'
import { retryable } from '@linecard/plugin-kit/concurrency'
import { sql, type RawBuilder, type SqlBool, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { EventFilter } from '../asked/bodies.ts'
import { eventsSeen, oneEvent } from '../asked/list.ts'
import { appendChanges } from '../changes/append.ts'
import type { Config } from '../config.ts'
import { fail } from '../errors.ts'
import { tables } from '../tables.ts'

/** Events of one transaction, and of one request. */
const [atOnce, mostResolved] = [500, 10_000]

/** Resolves up to `atOnce` open events that fit. What is still true comes again after a while. */
async function resolveSome(
  ctx: Context<Config>,
  caller: Caller,
  query: EventFilter,
  which: RawBuilder<SqlBool>,
): Promise<number> {
  const now = ctx.clock()
  const until = new Date(now.getTime() + ctx.config.reopen_after_min * 60_000)
  return retryable(() =>
    ctx.em().transactional(async forked => {
      const em = forked as SqlEntityManager
      const seen = eventsSeen(em, caller, query)
      const { rows } = await sql<{
        id: string
        key: string
        name: string
        device_id: number | null
        since: Date
      }>`
        update events_event set resolved_at = greatest(${now}::timestamptz, created_at),
          resolved_by = ${caller.login}
        where resolved_at is null and id in (
          select e.id from ${seen.from} where e.resolved_at is null and ${which} and ${seen.where}
          order by e.id limit ${atOnce}
        ) returning id, key, name, device_id, since, fingerprint`.execute(tables(em))
      if (rows.length === 0) return 0
      await sql`
        insert into events_waiting (key, name, device_id, since, muted_until)
        select e.key, e.name, e.device_id, e.since, ${until} from events_event e
        where e.id = any (${rows.map(({ id }) => id)}::bigint[]) and e.fingerprint is null
        on conflict (key) do update set muted_until = excluded.muted_until`.execute(tables(em))
      await appendChanges(
        em,
        rows.map(({ id }) => ({ id, kind: 'resolved' })),
        now,
      )
      return rows.length
    }),
  )
}

/** Resolves one event. @throws EVENTS_EVENT_UNKNOWN, EVENTS_EVENT_RESOLVED */
export async function resolveOne(ctx: Context<Config>, caller: Caller, id: number) {
  const resolved = await resolveSome(ctx, caller, {}, sql`e.id = ${id}`)
  const event = await oneEvent(ctx, caller, id)
  if (resolved === 0)
    throw fail('EVENTS_EVENT_RESOLVED', { id, by: event.resolved_by ?? '', time: event.resolved_at ?? '' })
  await ctx.events.broadcast(eventsChanged, null)
  return event
}

/**
 * Resolves all open events that fit, up to a bound. `left`: more remain, so the request is to be sent again.
 */
export async function resolveFitting(
  ctx: Context<Config>,
  caller: Caller,
  query: EventFilter,
  signal: AbortSignal,
): Promise<{ resolved: number; more: boolean }> {
  let resolved = 0
  let last = atOnce
  while (last === atOnce && resolved < mostResolved && !signal.aborted) {
    last = await resolveSome(ctx, caller, query, sql`true`)
    resolved += last
    if (last > 0) await ctx.events.broadcast(eventsChanged, null)
  }
  return { resolved, more: last === atOnce }
}
