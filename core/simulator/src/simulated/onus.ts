import { between, pick, random } from '../random.ts'
import type { Port } from './port.ts'
import { type Phase, type Timeline, timeline } from './timeline.ts'
import { wander } from './values.ts'

export type OnuState = 'Online' | 'LOS' | 'PowerOff' | 'Offline' | 'Disabled'

/** A registered ONU behind a PON port. */
export interface Onu {
  port: Port
  /** Number on its port, from 1. */
  id: number
  /** Four letters for the vendor, then four octets. */
  serial: Buffer
  type: string
  name: string
  description: string
  enabled: boolean
  /** Fibre length, m. */
  distance: number
  state: Timeline<OnuState>
  /** dBm at the ONU and at the OLT, °C, V. */
  rx: (nowMs: number) => number
  tx: (nowMs: number) => number
  oltRx: (nowMs: number) => number
  heat: (nowMs: number) => number
  volts: (nowMs: number) => number
  /** Mean octets per second, upstream and downstream. */
  rates: readonly [number, number]
}

const minuteMs = 60_000
export const onuTypes = ['F601', 'F660', 'F670L', 'HG8310M'] as const

/** A serial number: the four letters of the vendor, then four drawn octets. */
export function serialOf(next: () => number, type: string): Buffer {
  const vendor = type.startsWith('HG') ? 'HWTC' : 'ZTEG'
  return Buffer.from([...Buffer.from(vendor), ...Array.from({ length: 4 }, () => Math.floor(next() * 256))])
}

/** The ONUs of a PON port: most are online, some have low optical power, a few are lost for ever. */
export function onusOf(port: Port, count: number, seed: string, startMs: number): Onu[] {
  return Array.from({ length: count }, (_, n) => {
    const name = `${seed} ${port.ifName} onu ${n + 1}`
    const next = random(name)
    const type = pick(next, onuTypes)
    const gone = next() < 0.07
    const distance = between(next, 120, 9800)
    const loss = (distance / 1000) * 0.35 + between(next, 0, 5)
    const state = timeline<OnuState>(
      startMs,
      `${name} state`,
      (previous, roll) => {
        if (gone) return { state: 'LOS', forMs: Infinity }
        if (previous !== 'Online' && (previous !== undefined || roll() < 0.9))
          return { state: 'Online', forMs: between(roll, 10 * minuteMs, 300 * minuteMs) }
        const dice = roll()
        return dice < 0.5
          ? { state: 'PowerOff', forMs: between(roll, 2 * minuteMs, 60 * minuteMs) }
          : dice < 0.85
            ? { state: 'LOS', forMs: between(roll, minuteMs, 25 * minuteMs) }
            : { state: 'Offline', forMs: between(roll, minuteMs, 6 * minuteMs) }
      },
      current => current === 'Online',
    )
    const rxMiddle = -16 - loss
    return {
      port,
      id: n + 1,
      type,
      serial: serialOf(next, type),
      name: `ONU-${port.ifName.replace(/^\D+/, '')}:${n + 1}`,
      description: `contract ${between(next, 10_000, 99_999)}`,
      enabled: true,
      distance,
      state,
      rx: wander(`${name} rx`, rxMiddle, 0.6),
      tx: wander(`${name} tx`, 2.2, 0.25),
      oltRx: wander(`${name} olt rx`, rxMiddle - 1.8, 0.7),
      heat: wander(`${name} heat`, 46, 6),
      volts: wander(`${name} volts`, 3.28, 0.04),
      rates: [between(next, 2_000, 60_000), between(next, 30_000, 800_000)],
    }
  })
}

/** When an ONU was last registered and last lost, as the OLT stores it. Undefined: never. */
export interface OnuHistory {
  onlineMs: number | undefined
  offlineMs: number | undefined
  reason: Exclude<OnuState, 'Online'> | undefined
}

export function historyOf(onu: Onu, now: number): OnuHistory {
  const phase = onu.state.at(now)
  const before = onu.state.before(now)
  const [online, offline]: (Phase<OnuState> | undefined)[] =
    phase.state === 'Online' ? [phase, before] : [before, phase]
  return {
    onlineMs: online?.sinceMs,
    offlineMs: offline?.sinceMs,
    reason: offline && offline.state !== 'Online' ? offline.state : undefined,
  }
}

export const isOnline = (onu: Onu, now: number): boolean => onu.state.at(now).state === 'Online'
export const onuOctets = (onu: Onu, direction: 0 | 1, now: number): number =>
  (onu.rates[direction] * onu.state.activeMs(now)) / 1000

/** Sets the admin state of an ONU. */
export function enableOnu(onu: Onu, enabled: boolean, now: number): void {
  if (onu.enabled === enabled) return
  onu.enabled = enabled
  onu.state.force(now, enabled ? 'Online' : 'Disabled', enabled ? 60 * minuteMs : Infinity)
}

/** Reboots an ONU: it is off for 90 s. An ONU that is not online does not react. */
export function rebootOnu(onu: Onu, now: number): void {
  if (isOnline(onu, now)) onu.state.force(now, 'PowerOff', 90_000)
}
