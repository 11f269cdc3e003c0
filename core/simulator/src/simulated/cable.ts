import { between, hash } from '../random.ts'
import type { Identity } from './identity.ts'
import { type Phase, type Timeline, timeline } from './timeline.ts'

/** What the device at one end of a cable announces in LLDP. */
export interface LldpAnnouncement {
  system: Identity
  portId: Buffer
  portIdSubtype: number
  portDescr: string
  speedMbps: number
}

/** A cable. Both ends have carrier at the same time, and one receives what the other sends. */
export interface Cable {
  readonly ends: [LldpAnnouncement | undefined, LldpAnnouncement | undefined]
  at(nowMs: number): Phase<boolean>
  admin(end: 0 | 1): boolean
  /** Enables or disables one end. The cable is up only while both ends are enabled. */
  setAdmin(end: 0 | 1, enabled: boolean, nowMs: number): void
  /** Takes the carrier away for a time, as a reboot of one end does. */
  cut(nowMs: number, forMs: number): void
  /** Octets sent by `end` since the start. */
  octets(end: 0 | 1, nowMs: number): number
  /** Time with carrier, in ms. */
  upMs(nowMs: number): number
}

/** `steady` never fails, `flapping` fails sometimes, `dark` has no device at the other end. */
export type CableKind = 'steady' | 'flapping' | 'dark'

const minuteMs = 60_000

export interface CableOptions {
  seed: string
  startMs: number
  kind: CableKind
  /** Mean octets per second from end 0 and from end 1. */
  rates: readonly [number, number]
  /** The load follows the hours of the day (UTC): 35 % more at 20 o'clock, 35 % less at 8 o'clock. */
  daily?: boolean | undefined
}

export function createCable({ seed, startMs, kind, rates, daily }: CableOptions): Cable {
  const admin: [boolean, boolean] = [true, true]
  const carrier: Timeline<boolean> = timeline<boolean>(
    startMs,
    seed,
    (previous, next) => {
      if (kind !== 'flapping') return { state: kind === 'steady', forMs: Infinity }
      return previous === true
        ? { state: false, forMs: between(next, 15_000, 3 * minuteMs) }
        : { state: true, forMs: between(next, 8 * minuteMs, 150 * minuteMs) }
    },
    Boolean,
  )
  const load = (seconds: number, end: 0 | 1) =>
    busy(seconds, end) + (daily ? rhythm(seconds, startMs / 1000) : 0)
  const base = [hash(`${seed} 0`) * 400, hash(`${seed} 1`) * 400] as const
  return {
    ends: [undefined, undefined],
    at: now => carrier.at(now),
    admin: end => admin[end],
    setAdmin(end, enabled, now) {
      if (admin[end] === enabled) return
      admin[end] = enabled
      const up = admin[0] && admin[1]
      if (!up) carrier.force(now, false, Infinity)
      else if (kind !== 'dark') carrier.force(now, true, kind === 'steady' ? Infinity : 30 * minuteMs)
    },
    cut(now, forMs) {
      if (admin[0] && admin[1] && kind !== 'dark') carrier.force(now, false, forMs)
    },
    octets: (end, now) =>
      kind === 'dark' ? 0 : base[end] + rates[end] * load(carrier.activeMs(now) / 1000, end),
    upMs: now => carrier.activeMs(now),
  }
}

/** Seconds weighted with a load between 40 % and 160 % with a period of ten minutes. It never decreases. */
const busy = (seconds: number, phase: number): number =>
  seconds +
  0.6 * (600 / (2 * Math.PI)) * (1 - Math.cos((2 * Math.PI * seconds) / 600 + phase)) -
  offset(phase)
const offset = (phase: number) => 0.6 * (600 / (2 * Math.PI)) * (1 - Math.cos(phase))

/** What the hours of the day add to the seconds since the start. */
const rhythm = (seconds: number, startSec: number): number => {
  const angle = (sec: number) => (2 * Math.PI * (sec - 14 * 3600)) / 86_400
  return 0.35 * (86_400 / (2 * Math.PI)) * (Math.cos(angle(startSec)) - Math.cos(angle(startSec + seconds)))
}
