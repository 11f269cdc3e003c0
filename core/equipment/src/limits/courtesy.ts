import { setTimeout as sleep } from 'node:timers/promises'
import type { ResultOf } from '@linecard/driver-kit'
import { cardStatus, sysResources } from '@linecard/driver-kit/modules'
import type { Metric } from '@linecard/plugin-kit'
import { LRUCache } from 'lru-cache'
import type { Config } from '../config.ts'

/** Why a device is asked more slowly than it answers. */
export type SlowReason = 'rate' | 'answers' | 'cpu'

/**
 * How fast one OLT is asked. Reading ONUs has crashed line cards, so an OLT has a rate, and it is asked more
 * slowly while its answers take longer than they used to, or while its own processor is busy.
 */
export interface Courtesy {
  /** Waits until the next request may be sent; undefined: at once. Throws the signal's reason. */
  wait(signal?: AbortSignal): Promise<void> | undefined
  /** The answer to a request that was sent once: its time in ms, and its size in octets. */
  answered(ms: number, octets: number): void
  /** The load of its processor, percent. */
  loaded(percent: number): void
  /** All waits so far, ms. */
  readonly waitedMs: number
  /** Why it is slowed down now; null: it is not. */
  readonly slowed: SlowReason | null
  /** Why the last request had to wait; null: none had. */
  readonly reason: SlowReason | null
}

type Settings = Pick<Config, 'olt_requests_per_sec' | 'olt_cpu_percent'>

/** Answers so many times slower than the best ones of their size are a sign of load. */
const risen = { some: 3, much: 6 }
/** Answers that come within this time are never slow, ms. */
const quickMs = 40
/** Pauses, in answer times. With one pause of its own answer time an OLT rests half of the time. */
const pauses = { some: 1, much: 3, cpu: 3 }
const longestPauseMs = 2_000
/** How long a reported load counts, ms. */
const loadTtlMs = 600_000
/** Weight of the newest answer. */
const share = 0.2
/** The best answer time is forgotten slowly: an OLT that got more ONUs is slower for good. */
const forgetting = 1.002

/** What is known about answers of one size. */
interface Size {
  best: number
  now: number
  seen: number
}

/** Answers before there is a usual time. */
const settled = 8

export function createCourtesy(settings: Settings, clock: () => number = () => performance.now()): Courtesy {
  const sizes = new Map<number, Size>()
  let load = { percent: 0, at: -Infinity }
  let lastMs = 0
  let ratio = 1
  let mayGoAt = 0
  let waitedMs = 0
  let wasLimited = false
  let reason: SlowReason | null = null

  const isBusy = () => load.percent >= settings.olt_cpu_percent && clock() - load.at < loadTtlMs
  const isSlow = (times: number) => lastMs > quickMs && ratio >= times
  const slowed = (): SlowReason | null =>
    isBusy() ? 'cpu' : isSlow(risen.some) ? 'answers' : wasLimited ? 'rate' : null
  const pauseMs = () => {
    const times = Math.max(
      isBusy() ? pauses.cpu : 0,
      isSlow(risen.much) ? pauses.much : isSlow(risen.some) ? pauses.some : 0,
    )
    return Math.min(longestPauseMs, times * lastMs)
  }
  async function rest(ms: number, signal?: AbortSignal): Promise<void> {
    const from = clock()
    try {
      await sleep(ms, undefined, signal ? { signal } : {})
    } catch (error) {
      throw signal?.aborted ? signal.reason : error
    } finally {
      waitedMs += clock() - from
    }
  }
  return {
    wait(signal) {
      const now = clock()
      const rate = settings.olt_requests_per_sec
      const pause = pauseMs()
      const untilRate = rate === 0 ? 0 : mayGoAt - now
      wasLimited = untilRate >= 1
      // A short debt is kept: timers are not exact to a millisecond.
      if (rate > 0) mayGoAt = Math.max(mayGoAt, now - 20) + 1000 / rate
      const ms = Math.max(pause, untilRate)
      if (ms < 1) return undefined
      reason = slowed()
      return rest(ms, signal)
    },
    answered(ms, octets) {
      const key = Math.ceil(Math.log2(octets + 1))
      const size = sizes.get(key) ?? { best: ms, now: ms, seen: 0 }
      size.seen++
      size.best = Math.min(size.best * forgetting, ms)
      size.now += (ms - size.now) * share
      sizes.set(key, size)
      lastMs = size.now
      ratio = size.seen < settled ? 1 : size.now / Math.max(size.best, 1)
    },
    loaded(percent) {
      load = { percent, at: clock() }
    },
    get waitedMs() {
      return waitedMs
    },
    get slowed() {
      return slowed()
    },
    get reason() {
      return reason
    },
  }
}

/** The highest load of a processor in an answer of sys_resources or card_status; null: it tells none. */
export function loadIn(module: string, answer: unknown): number | null {
  const loads =
    module === sysResources.name
      ? [(answer as ResultOf<typeof sysResources>).cpu?.util]
      : module === cardStatus.name
        ? (answer as ResultOf<typeof cardStatus>).map(({ cpu_load }) => cpu_load)
        : []
  const known = loads.filter(load => typeof load === 'number')
  return known.length === 0 ? null : Math.max(...known)
}

/** Devices whose answer times are remembered. */
const maxDevices = 2000

/** The courtesy of every OLT, by `connectionKey`. */
export interface Courtesies {
  of(key: string): Courtesy
  readonly metrics: readonly Metric[]
}

export function createCourtesies(settings: Settings): Courtesies {
  const all = new LRUCache<string, Courtesy>({ max: maxDevices })
  const reasons: readonly SlowReason[] = ['rate', 'answers', 'cpu']
  return {
    of(key) {
      const known = all.get(key) ?? createCourtesy(settings)
      all.set(key, known)
      return known
    },
    metrics: [
      {
        name: 'linecard_equipment_slowed_devices',
        help: 'OLTs that are asked more slowly than they answer, by the reason',
        type: 'gauge',
        collect: () => {
          const now = [...all.values()].map(({ slowed }) => slowed)
          return reasons.map(reason => ({
            labels: { reason },
            value: now.filter(one => one === reason).length,
          }))
        },
      },
      {
        name: 'linecard_equipment_courtesy_seconds_total',
        help: 'Time that requests to OLTs were held back to spare them',
        type: 'counter',
        collect: () => [{ value: [...all.values()].reduce((sum, { waitedMs }) => sum + waitedMs, 0) / 1000 }],
      },
    ],
  }
}
