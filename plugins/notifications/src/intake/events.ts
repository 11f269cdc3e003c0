import type { Context, EventChange, NetworkEvent } from '@linecard/plugin-kit'
import { type SqlEntityManager, sql } from '@linecard/plugin-kit/sql'
import type { Config } from '../config.ts'
import { eventRules, ruleFor } from '../rules/store.ts'
import { readOn } from './cursor.ts'
import { recipients, seenBy, mayKnow, type Recipient, type Seen } from './people.ts'
import { tables, type State, type EventRuleTable } from '../tables.ts'
import { insertDeliveries, type NewDelivery } from './rows.ts'
import { eventData } from './subject.ts'

/** What belongs to another event or to a maintenance window is recorded, and nobody is told. */
const isQuiet = ({ parent_id: parent, maintenance }: NetworkEvent) => parent !== null || maintenance

/** It had ended again before its delay was over. */
const wasShort = ({ created_at: from, resolved_at: to }: NetworkEvent, { delay_sec: sec }: EventRuleTable) =>
  to !== null && new Date(to).getTime() < new Date(from).getTime() + sec * 1000

/** What changes of events mean for people. */
interface Found {
  rows: NewDelivery[]
  /** Alerts that wait for their delay and are not sent any more. */
  cancelled: { id: number; before: Date | null; why: string }[]
  /** "Resolved" only for contacts that were alerted. */
  onlyAlerted: NewDelivery[]
}

/** What decides about them. */
interface Known {
  rules: readonly EventRuleTable[]
  people: readonly Recipient[]
  seen: Seen
  /** Older changes are not told. */
  oldest: Date
  needsAlert: boolean
}

function rowsOf(
  event: NetworkEvent,
  kind: 'alert' | 'resolved',
  due: Date | null,
  known: Known,
): NewDelivery[] {
  const data = { event: eventData(event), action: null }
  const deviceId = event.device?.id ?? null
  const subject = { source: 'event', deviceId, userId: null }
  return known.people
    .filter(
      ({ severities, ignored_events: ignored, caller }) =>
        severities.includes(event.severity) &&
        !ignored.includes(event.name) &&
        mayKnow(caller, subject, known.seen),
    )
    .map(({ id, type }) => ({
      contact_id: id,
      channel: type,
      source: 'event',
      source_id: event.id,
      kind,
      severity: event.severity,
      name: data.event.name,
      title: data.event.annotation,
      device_id: deviceId,
      data,
      due_at: due,
    }))
}

/** What a change means for people. */
function take({ kind, event, time }: EventChange, known: Known, found: Found): void {
  const rule = ruleFor(known.rules, event.name)
  if (kind === 'resolved') {
    const resolvedAt = new Date(event.resolved_at ?? time)
    found.cancelled.push({ id: event.id, before: resolvedAt, why: 'it ended earlier' })
    if (!rule?.enabled || !rule.send_resolved || time < known.oldest) return
    const rows = rowsOf(event, 'resolved', null, known)
    const told = known.needsAlert || isQuiet(event) || wasShort(event, rule) ? found.onlyAlerted : found.rows
    told.push(...rows)
    return
  }
  if (isQuiet(event)) {
    const why = event.maintenance ? 'in a maintenance window' : 'another event explains it'
    if (kind === 'changed') found.cancelled.push({ id: event.id, before: null, why })
    return
  }
  if (!rule?.enabled || time < known.oldest || wasShort(event, rule)) return
  if (kind === 'changed' && event.resolved_at !== null) return
  const due = new Date(new Date(event.created_at).getTime() + rule.delay_sec * 1000)
  const rows = rowsOf(event, 'alert', kind === 'happened' ? null : due, known)
  found.rows.push(...rows.map(row => ({ ...row, revive: kind === 'changed' })))
}

/** Alerts that nobody has tried to send are not sent any more; `before`: those that were due only later. */
const cancel = (em: SqlEntityManager, { id, before, why }: Found['cancelled'][number]) =>
  tables(em)
    .updateTable('notifications_delivery')
    .set({ state: 'cancelled', note: why, ended_at: sql<Date>`clock_timestamp()` })
    .where('source', '=', 'event')
    .where('source_id', '=', String(id))
    .where('kind', '=', 'alert')
    .where('attempts', '=', 0)
    .where('state', 'in', before ? ['queued'] : ['queued', 'held'])
    .where('digest_id', 'is', null)
    .$if(before !== null, found => found.where('due_at', '>', before!))
    .execute()

/** Contacts and events of these rows that have an alert in such a state. */
async function alerts(em: SqlEntityManager, rows: readonly NewDelivery[], cancelled: boolean) {
  if (rows.length === 0) return new Set<string>()
  const ids = [...new Set(rows.map(row => row.source_id))]
  const found = await tables(em)
    .selectFrom('notifications_delivery')
    .select(['source_id', 'contact_id'])
    .where('source', '=', 'event')
    .where(sql<boolean>`source_id = any (${ids}::bigint[])`)
    .where('kind', '=', 'alert')
    .where('state', cancelled ? '=' : '<>', 'cancelled' satisfies State)
    .execute()
  return new Set(found.map(row => `${row.source_id} ${row.contact_id}`))
}
const keyOf = (row: NewDelivery) => `${row.source_id} ${row.contact_id}`

/**
 * Writes them in the transaction of `em`. Alerts and cancellations first: "resolved" looks at what came of
 * them. A contact whose alert was cancelled never heard of the event.
 */
async function writeFound(em: SqlEntityManager, { rows, cancelled, onlyAlerted }: Found): Promise<void> {
  await insertDeliveries(
    em,
    rows.filter(({ kind }) => kind === 'alert'),
  )
  for (const one of cancelled) await cancel(em, one)
  const over = rows.filter(({ kind }) => kind === 'resolved')
  const [unheard, heard] = [await alerts(em, over, true), await alerts(em, onlyAlerted, false)]
  await insertDeliveries(em, [
    ...over.filter(row => !unheard.has(keyOf(row))),
    ...onlyAlerted.filter(row => heard.has(keyOf(row))),
  ])
}

/** Changes that are read at once. */
const batch = 100

async function knownFor(ctx: Context<Config>, deviceIds: readonly number[]): Promise<Known> {
  const people = await recipients(ctx)
  const callers = people.map(({ caller }) => caller)
  return {
    rules: await eventRules(ctx.em()),
    people,
    seen: await seenBy(ctx.em(), callers, deviceIds),
    oldest: new Date(ctx.clock().getTime() - ctx.config.give_up_hours * 3_600_000),
    needsAlert: ctx.config.check_previous_message,
  }
}

/** Reads the next changes of events and writes who is told. Returns whether there may be more. */
export async function readEvents(ctx: Context<Config>): Promise<boolean> {
  const events = ctx.use('network-events')
  return readOn(ctx, {
    source: 'events',
    batch,
    end: () => events.lastSeq(),
    after: position => events.changesAfter(position, batch),
    async write(changes) {
      const known = await knownFor(
        ctx,
        changes.flatMap(({ event }) => event.device?.id ?? []),
      )
      const found: Found = { rows: [], cancelled: [], onlyAlerted: [] }
      for (const change of changes) take(change, known, found)
      return (em: SqlEntityManager) => writeFound(em, found)
    },
  })
}
