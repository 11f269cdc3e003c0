import type { PingMethod } from '@linecard/plugin-kit'
import { newJudged, type Judged, type Rules, type Status } from './device.ts'

/** A status that has changed. */
export interface Change {
  device: Judged
  status: Status | null
  previous: Status | null
  /** When it began; for a status that is unknown, when the last evidence came. */
  time: number
}
export type OnChange = (change: Change) => void

const bits = (three: number): number => (three & 1) + ((three >> 1) & 1) + ((three >> 2) & 1)

function become(device: Judged, status: Status | null, time: number, onChange: OnChange): void {
  const previous = device.status
  if (previous === status) return
  device.status = status
  device.since = time
  if (status === null) device.blindAt = time
  else {
    device.observedFrom ??= time
    if (status === 'Down') device.downAt ??= time
  }
  onChange({ device, status, previous, time })
  if (status !== null) device.blindAt = null
  if (status === 'Up') device.downAt = null
}

const heard = (device: Judged, time: number) => {
  device.heardAt = time
  device.problem = null
}

/** It was reached without doubt. */
function reached(device: Judged, method: PingMethod, time: number, since: number, onChange: OnChange): void {
  device.method = method
  become(device, 'Up', device.status === 'Down' ? since : time, onChange)
}

/** An echo was answered. */
export function echoAnswered(device: Judged, rules: Rules, time: number, onChange: OnChange): void {
  heard(device, time)
  device.echoAt = time
  if ((device.answered & 3) === 0) device.answeredAt = time
  device.answered = ((device.answered << 1) | 1) & 7
  device.lost = 0
  device.lostAt = null
  // One answer is enough, unless it was down, or answered something else until now.
  const enough =
    device.status === null || (device.status === 'Up' && (device.method ?? 'icmp') === 'icmp')
      ? 1
      : rules.upAnswers
  if (bits(device.answered) < enough) return
  device.suspect = false
  reached(device, 'icmp', time, device.answeredAt ?? time, onChange)
}

/** An echo was lost. True: the device has to be looked at closely, with `confirmed` as the end of it. */
export function echoLost(device: Judged, rules: Rules, time: number): boolean {
  device.echoAt = time
  device.answered = (device.answered << 1) & 7
  device.lost++
  device.lostAt ??= time
  // Of a device that is down a lost echo is evidence. Of another one only the close look gives some.
  if (device.status === 'Down') heard(device, time)
  if (device.status === 'Down' || device.suspect || device.lost < rules.suspectAfter) return false
  if (device.method === 'tcp' || device.method === 'snmp') return false
  device.suspect = true
  return true
}

/**
 * The close look at a suspect has ended. `answers`: echoes that were answered; null: it could not be looked
 * at. True: it is silent, and has to be tried over TCP and SNMP, with `silent` or `tried` as the end of it.
 */
export function confirmed(device: Judged, answers: number | null, time: number): boolean {
  if (!device.suspect) return false
  if (answers === 0) return true
  device.suspect = false
  // It begins from the first loss again.
  device.lost = 0
  device.lostAt = null
  if (answers !== null) heard(device, time)
  return false
}

/** A try over TCP and SNMP was answered. */
export function tryAnswered(
  device: Judged,
  rules: Rules,
  heardOf: { method: 'tcp' | 'snmp'; port: number | null },
  time: number,
  onChange: OnChange,
): void {
  heard(device, time)
  device.suspect = false
  device.port = heardOf.port
  device.triesAt = device.tries > 0 ? device.triesAt : time
  device.tries = Math.max(device.tries, 0) + 1
  if (device.status === 'Down' && device.tries < rules.upAnswers) return
  reached(device, heardOf.method, time, device.triesAt ?? time, onChange)
}

/** A try over TCP and SNMP was not answered. `echoes`: whether echoes are being sent to it. */
export function trySilent(
  device: Judged,
  rules: Rules,
  time: number,
  echoes: boolean,
  onChange: OnChange,
): void {
  device.triesAt = device.tries < 0 ? device.triesAt : time
  device.tries = Math.min(device.tries, 0) - 1
  device.port = null
  if (device.suspect) {
    // All echoes of the close look were lost too.
    device.suspect = false
    heard(device, time)
    become(device, 'Down', device.lostAt ?? time, onChange)
    return
  }
  const byTries = device.method === 'tcp' || device.method === 'snmp'
  // Without echoes, silence of what never answered a try says nothing.
  if (!byTries || (device.status === null && !echoes)) return
  heard(device, time)
  if (device.status === 'Down' || -device.tries < rules.silentTries) return
  become(device, 'Down', device.triesAt ?? time, onChange)
}

/** Nothing was heard for too long: neither up nor down. */
export function forgetStale(device: Judged, rules: Rules, time: number, onChange: OnChange): void {
  // A suspect waits for its close look, which always ends.
  if (device.status === null || device.heardAt === null || device.suspect) return
  const byTries = device.method === 'tcp' || device.method === 'snmp'
  const staleMs = byTries ? rules.tryStaleMs : rules.echoStaleMs
  if (time - device.heardAt <= staleMs) return
  device.suspect = false
  device.lost = 0
  device.lostAt = null
  device.answered = 0
  device.tries = 0
  become(device, null, device.heardAt, onChange)
}

/** It is not watched any more: nothing is known from now on. */
export function unwatched(device: Judged, time: number, onChange: OnChange): void {
  device.suspect = false
  if (device.status !== null) become(device, null, time, onChange)
}

/** It has another address: nothing is known of that one. Its outage goes on until something is. */
export function atAddress(device: Judged, ip: string, time: number, onChange: OnChange): Judged {
  unwatched(device, time, onChange)
  const { id, observedFrom, downAt, blindAt, since } = device
  return { ...newJudged(id, ip), observedFrom, downAt, blindAt, since }
}
