import { eventsChanged, type Caller, type Context } from '@linecard/plugin-kit'
import { retryable } from '@linecard/plugin-kit/concurrency'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { appendChanges, type Changed } from '../changes/append.ts'
import type { Config } from '../config.ts'
import { keyOf } from '../rows/key.ts'
import { tables } from '../tables.ts'
import { markMaintenance } from '../windows/covered.ts'
import type { AlertmanagerBody } from './body.ts'
import { placesOf, type Place } from './place.ts'
import { lastOfEach, readAlert, type Incoming } from './read.ts'

/** What is stored of an alert: of its last begin. */
interface Known {
  id: string
  starts_at: Date
  resolved_at: Date | null
  resolved_by: string | null
  /** Null: nobody told it for too long, so it was ended. */
  seen_at: Date | null
}

type Decision =
  /** `before`: an open event of an earlier begin, whose end nobody told. */
  | { do: 'open'; before: string | null }
  | { do: 'update' | 'resolve'; id: string }
  /** It ended before it was told: it is remembered, so that a late message does not open it. */
  | { do: 'remember' | 'ignore' }

/** What a message about an alert changes (fault 50). */
function decide(alert: Incoming, known: Known | undefined, now: Date, reopenMs: number): Decision {
  const begin = alert.startsAt.getTime()
  if (known && known.starts_at.getTime() > begin) return { do: 'ignore' }
  const same = known !== undefined && known.starts_at.getTime() === begin
  const open = known?.resolved_at === null
  if (alert.endsAt) {
    if (open) return { do: 'resolve', id: known.id }
    return { do: same ? 'ignore' : 'remember' }
  }
  if (!same) return { do: 'open', before: open ? known.id : null }
  if (open) return { do: 'update', id: known.id }
  // Peers send a firing one again after its end. What a person has resolved comes again if it goes on.
  const byPerson = known.resolved_by !== 'system'
  const due = byPerson && now.getTime() - known.resolved_at!.getTime() >= reopenMs
  return due || (!byPerson && known.seen_at === null) ? { do: 'open', before: null } : { do: 'ignore' }
}

/** Alerts of one transaction. */
const atOnce = 1000

/** The last begin of each alert. The lock keeps two peers from storing the same one at the same time. */
async function knownOf(em: SqlEntityManager, alerts: readonly Incoming[]): Promise<Map<string, Known>> {
  await sql`select pg_advisory_xact_lock(hashtext('events_alerts'))`.execute(tables(em))
  const { rows } = await sql<Known & { fingerprint: string }>`
    select distinct on (fingerprint) id, fingerprint, starts_at, resolved_at, resolved_by, seen_at
    from events_event where fingerprint = any (${alerts.map(one => one.fingerprint)}::text[])
    order by fingerprint, starts_at desc, id desc`.execute(tables(em))
  return new Map(rows.map(row => [row.fingerprint, row]))
}

async function insert(em: SqlEntityManager, alert: Incoming, place: Place, now: Date): Promise<string> {
  const { fingerprint, startsAt, endsAt, name, severity, title, description, labels } = alert
  const row = await tables(em)
    .insertInto('events_event')
    .values({
      key: keyOf({ name, ...place, part: fingerprint }),
      fingerprint,
      starts_at: startsAt,
      severity,
      name,
      title,
      description,
      ...place,
      part: fingerprint,
      labels: JSON.stringify(labels),
      since: startsAt,
      created_at: endsAt ? startsAt : now,
      created_by: 'alertmanager',
      seen_at: now,
      ...(endsAt && { resolved_at: endsAt < startsAt ? startsAt : endsAt, resolved_by: 'system' }),
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

async function resolve(em: SqlEntityManager, id: string, at: Date, now: Date): Promise<void> {
  await sql`
    update events_event set seen_at = ${now}, resolved_by = 'system',
      resolved_at = greatest(least(${at}::timestamptz, ${now}::timestamptz), created_at)
    where id = ${id} and resolved_at is null`.execute(tables(em))
}

/** Returns whether people see a difference. */
async function update(em: SqlEntityManager, id: string, alert: Incoming, now: Date): Promise<boolean> {
  const { rows } = await sql<{ told: boolean }>`
    update events_event e set seen_at = ${now}, severity = ${alert.severity}, title = ${alert.title},
      description = ${alert.description}, labels = ${JSON.stringify(alert.labels)}::jsonb
    from events_event before where e.id = ${id} and before.id = e.id
    returning e.severity <> before.severity or e.title <> before.title as told`.execute(tables(em))
  return rows[0]?.told ?? false
}

export interface Ingested {
  opened: number
  resolved: number
  /** Told before, too old, or without a time. */
  ignored: number
}

async function store(ctx: Context<Config>, caller: Caller, alerts: readonly Incoming[]): Promise<Ingested> {
  const now = ctx.clock()
  const reopenMs = ctx.config.reopen_after_min * 60_000
  return ctx.em().transactional(async forked => {
    const em = forked as SqlEntityManager
    const known = await knownOf(em, alerts)
    const places = await placesOf(em, caller, alerts)
    const changes: Changed[] = []
    let ignored = 0
    for (const [n, alert] of alerts.entries()) {
      const decision = decide(alert, known.get(alert.fingerprint), now, reopenMs)
      if (decision.do === 'ignore' || decision.do === 'remember') ignored++
      if (decision.do === 'ignore') continue
      if (decision.do === 'update') {
        if (await update(em, decision.id, alert, now)) changes.push({ id: decision.id, kind: 'changed' })
        else ignored++
        continue
      }
      if (decision.do === 'resolve') {
        await resolve(em, decision.id, alert.endsAt!, now)
        changes.push({ id: decision.id, kind: 'resolved' })
        known.set(alert.fingerprint, {
          ...known.get(alert.fingerprint)!,
          resolved_at: now,
          resolved_by: 'system',
        })
        continue
      }
      if (decision.do === 'open' && decision.before) {
        await resolve(em, decision.before, alert.startsAt, now)
        changes.push({ id: decision.before, kind: 'resolved' })
      }
      const id = await insert(em, alert, places[n]!, now)
      if (decision.do === 'open') changes.push({ id, kind: 'opened' })
      known.set(alert.fingerprint, {
        id,
        starts_at: alert.startsAt,
        resolved_at: alert.endsAt,
        resolved_by: alert.endsAt && 'system',
        seen_at: now,
      })
    }
    const opened = changes.flatMap(({ id, kind }) => (kind === 'opened' ? id : []))
    if (opened.length > 0) await markMaintenance(em, opened, now)
    await appendChanges(em, changes, now)
    const resolved = changes.filter(({ kind }) => kind === 'resolved').length
    return { opened: opened.length, resolved, ignored }
  })
}

/** Stores what Alertmanager tells. The same message twice changes nothing. */
export async function ingest(
  ctx: Context<Config>,
  caller: Caller,
  { alerts: told, truncatedAlerts: truncated = 0 }: AlertmanagerBody,
): Promise<Ingested & { truncated: number }> {
  const now = ctx.clock()
  const alerts = lastOfEach(told.flatMap(alert => readAlert(alert, now) ?? []))
  const sum: Ingested = { opened: 0, resolved: 0, ignored: told.length - alerts.length }
  for (let at = 0; at < alerts.length; at += atOnce) {
    const part = await retryable(() => store(ctx, caller, alerts.slice(at, at + atOnce)))
    for (const key of ['opened', 'resolved', 'ignored'] as const) sum[key] += part[key]
  }
  if (truncated > 0) ctx.log.warn({ truncated }, 'Alertmanager left alerts out of its message')
  if (sum.opened + sum.resolved > 0) await ctx.events.broadcast(eventsChanged, null)
  return { ...sum, truncated }
}
