import { createHash } from 'node:crypto'
import type { Severity } from '@linecard/plugin-kit'
import { labelsOf, textsOf } from '../rows/texts.ts'
import type { Alert } from './body.ts'

/** An alert from outside, within the bounds of the table. */
export interface Incoming {
  fingerprint: string
  startsAt: Date
  /** Null: it fires. */
  endsAt: Date | null
  name: string
  severity: Severity
  title: string
  description: string
  labels: Record<string, string>
}

const severityNames: Readonly<Record<string, Severity>> = {
  info: 'info',
  information: 'info',
  none: 'info',
  low: 'info',
  warning: 'warning',
  warn: 'warning',
  minor: 'warning',
  critical: 'critical',
  error: 'critical',
  high: 'critical',
  major: 'critical',
  page: 'critical',
  emergency: 'critical',
}

const timeOf = (text: string | undefined): Date | null => {
  const time = new Date(text ?? '')
  return Number.isNaN(time.getTime()) || time.getUTCFullYear() < 1970 ? null : time
}

const sortedText = (labels: Readonly<Record<string, string>>) =>
  JSON.stringify(Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** Reads an alert. Null: it tells no time at which it began. */
export function readAlert({ labels: all, annotations, ...alert }: Alert, now: Date): Incoming | null {
  const startsAt = timeOf(alert.startsAt)
  if (!startsAt) return null
  const labels = labelsOf(all)
  const notes = labelsOf(annotations)
  const name = (labels['alertname'] || 'alert').slice(0, 100)
  const made = createHash('sha256').update(sortedText(labels)).digest('hex').slice(0, 16)
  const full = (annotation: string) => String(annotations?.[annotation] ?? '')
  return {
    fingerprint: labelsOf({ fingerprint: alert.fingerprint || made })['fingerprint']!,
    startsAt: startsAt > now ? now : startsAt,
    endsAt: alert.status === 'resolved' ? (timeOf(alert.endsAt) ?? now) : null,
    name,
    severity: severityNames[labels['severity']?.toLowerCase() ?? ''] ?? 'warning',
    ...textsOf({
      title: notes['summary'] || notes['title'] || name,
      description: full('description') || full('message'),
      part: '',
    }),
    labels,
  }
}

/** Of several messages about one alert in a body, the last one; a resolved one wins. */
export function lastOfEach(alerts: readonly Incoming[]): Incoming[] {
  const found = new Map<string, Incoming>()
  for (const alert of alerts) {
    const key = `${alert.fingerprint} ${alert.startsAt.getTime()}`
    const before = found.get(key)
    if (!before?.endsAt || alert.endsAt) found.set(key, alert)
  }
  return [...found.values()].toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
}
