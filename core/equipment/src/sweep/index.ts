import type { Equipment, Sweep, SweepFound } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import type { Networks } from '../networks.ts'
import { openPort } from '../snmp/port.ts'
import { newStats } from '../snmp/types.ts'
import { rangeOf } from './addresses.ts'
import { createPacer } from './pacer.ts'
import { probe } from './probe.ts'

/** Found, and not taken yet: more are not looked for until they are. */
const mostFound = 500
const nobody = (): void => undefined

export interface Sweeper extends Pick<Equipment, 'sweepable' | 'sweep'> {
  /** Since the start of the process, for the metrics. */
  readonly totals: {
    addresses: number
    found: number
    sent: number
    received: number
    foreign: number
    running: number
  }
  /** Datagrams a second at present. */
  readonly rate: number
}

interface Parts {
  networks: Networks
  setting<K extends keyof Config>(key: K): Config[K]
  closing: AbortSignal
}

/**
 * Asks whole networks who is there, through one socket a sweep. Memory is bounded by the window, not by the
 * network.
 */
export function createSweeper({ networks, setting, closing }: Parts): Sweeper {
  const totals = { addresses: 0, found: 0, sent: 0, received: 0, foreign: 0, running: 0 }
  const pacer = createPacer(() => setting('sweep_rate'))

  function sweep(
    cidr: Parameters<Equipment['sweep']>[0],
    access: Parameters<Equipment['sweep']>[1],
    { signal: given }: { signal?: AbortSignal } = {},
  ): Sweep {
    const range = rangeOf(networks, cidr)
    const stats = newStats()
    let done = 0
    const counters = {
      addresses: range.count,
      get done() {
        return done
      },
      get sent() {
        return stats.requests
      },
      get received() {
        return stats.answers
      },
      get foreign() {
        return stats.dropped_foreign
      },
    }

    async function* run(): AsyncGenerator<SweepFound, void, void> {
      const over = new AbortController()
      const signal = AbortSignal.any([over.signal, closing, ...(given ? [given] : [])])
      const port = openPort(range.family)
      const manner = {
        port,
        pacer,
        stats,
        signal,
        timeoutMs: setting('sweep_timeout_ms'),
        attempts: setting('sweep_retries') + 1,
      }
      const window = setting('sweep_window')
      const addresses = range.each()
      const found: SweepFound[] = []
      const failures: unknown[] = []
      let [asking, exhausted] = [0, false]
      let wake: () => void = nobody

      const settled = (one: SweepFound | null) => {
        asking--
        done++
        totals.addresses++
        if (one) {
          totals.found++
          found.push(one)
        }
        feed()
        if (one || (exhausted && asking === 0)) wake()
      }
      const broken = (error: unknown) => {
        if (failures.length === 0) failures.push(error)
        wake()
      }
      const feed = () => {
        while (
          !exhausted &&
          asking < window &&
          found.length < mostFound &&
          failures.length === 0 &&
          !signal.aborted
        ) {
          const next = addresses.next()
          if (next.done) {
            exhausted = true
            break
          }
          asking++
          probe(next.value, access, manner).then(settled, broken)
        }
      }
      const onAbort = () => wake()
      signal.addEventListener('abort', onAbort)
      totals.running++
      try {
        feed()
        for (;;) {
          if (signal.aborted) throw signal.reason
          if (failures.length > 0) throw failures[0]
          const one = found.shift()
          if (one) {
            yield one
            feed()
          } else if (exhausted && asking === 0) return
          else
            await new Promise<void>(resolve => {
              wake = resolve
            })
        }
      } finally {
        over.abort(new Error('the sweep has ended'))
        signal.removeEventListener('abort', onAbort)
        port.shut()
        totals.running--
        totals.sent += stats.requests
        totals.received += stats.answers
        totals.foreign += stats.dropped_foreign
      }
    }
    let begun = false
    return {
      counters,
      [Symbol.asyncIterator]() {
        if (begun) throw new Error('a sweep is iterated once')
        begun = true
        return run()
      },
    }
  }

  return {
    totals,
    sweep,
    get rate() {
      return pacer.rate
    },
    sweepable(cidr) {
      const { cidr: canonical, count } = rangeOf(networks, cidr)
      return { cidr: canonical, addresses: count }
    },
  }
}
