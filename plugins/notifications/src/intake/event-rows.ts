import type { EventChange, NetworkEvent } from '@linecard/plugin-kit'
import { ruleFor } from '../rules/store.ts'
import type { EventRuleTable } from '../tables.ts'
import { mayKnow, type Recipient, type Seen } from './people.ts'
import type { NewDelivery } from './rows.ts'
import { eventData } from './subject.ts'

/** What belongs to another event or to a maintenance window is recorded, and nobody is told. */
const isQuiet = ({ parent_id: parent, maintenance }: NetworkEvent) => parent !== null || maintenance

/** It had ended again before its delay was over. */
const wasShort = ({ created_at: from, resolved_at: to }: NetworkEvent, { delay_sec: sec }: EventRuleTable) =>
  to !== null && new Date(to).getTime() < new Date(from).getTime() + sec * 1000

/** What changes of events mean for people. */
export interface Found {
  rows: NewDelivery[]
  /** Alerts that wait for their delay and are not sent any more. */
  cancelled: { id: number; before: Date | null; why: string }[]
  /** "Resolved" only for contacts that were alerted. */
  onlyAlerted: NewDelivery[]
}

/** What decides about them. */
export interface Known {
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
export function take({ kind, event, time }: EventChange, known: Known, found: Found): void {
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
