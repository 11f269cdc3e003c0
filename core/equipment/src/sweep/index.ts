import type { Equipment, SnmpAccess, Sweep, SweepCounters, SweepFound } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import type { Networks } from '../networks.ts'
import { openSocket } from '../snmp/socket.ts'
import { newStats, type SnmpStats } from '../snmp/types.ts'
import { rangeOf, type Range } from './addresses.ts'
import { createPacer, type Pacer } from './pacer.ts'
import { probe, type Probing } from './probe.ts'

/** Found devices that the caller has not taken yet. The sweep pauses when there are more. */
const maxFound = 500

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
  readonly pacer: Pacer
}

interface Options {
  networks: Networks
  settings: Pick<Config, 'sweep_rate' | 'sweep_timeout_ms' | 'sweep_retries' | 'sweep_window'>
  /** Fires when the service stops. */
  closing: AbortSignal
}

/** One sweep while it runs. */
interface Running {
  range: Range
  access: readonly SnmpAccess[]
  window: number
  addresses: Generator<string, void, void>
  /** Found and not taken yet. */
  found: SweepFound[]
  failure: { error: unknown } | null
  /** Addresses that are asked now. */
  asking: number
  /** Addresses that are settled. */
  done: number
  /** All addresses were asked. */
  exhausted: boolean
  /** Continues the loop that gives what is found. */
  wake(): void
}

const countersOf = (running: Pick<Running, 'done' | 'range'>, stats: SnmpStats): SweepCounters => ({
  addresses: running.range.count,
  get done() {
    return running.done
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
})

/** Asks further addresses, as many at a time as the window allows. */
function feed(running: Running, probing: Probing, totals: Sweeper['totals']): void {
  const settle = (one: SweepFound | null) => {
    running.asking--
    running.done++
    totals.addresses++
    if (one) {
      totals.found++
      running.found.push(one)
    }
    feed(running, probing, totals)
    if (one || (running.exhausted && running.asking === 0)) running.wake()
  }
  const fail = (error: unknown) => {
    running.failure ??= { error }
    running.wake()
  }
  while (
    !running.exhausted &&
    running.asking < running.window &&
    running.found.length < maxFound &&
    !running.failure &&
    !probing.signal.aborted
  ) {
    const next = running.addresses.next()
    if (next.done) {
      running.exhausted = true
      return
    }
    running.asking++
    probe(next.value, running.access, probing).then(settle, fail)
  }
}

/** Gives what is found, as it is found. */
async function* follow(
  running: Running,
  probing: Probing,
  totals: Sweeper['totals'],
): AsyncGenerator<SweepFound, void, void> {
  const { signal } = probing
  feed(running, probing, totals)
  for (;;) {
    if (signal.aborted) throw signal.reason
    if (running.failure) throw running.failure.error
    const one = running.found.shift()
    if (one) {
      yield one
      feed(running, probing, totals)
    } else if (running.exhausted && running.asking === 0) return
    else
      await new Promise<void>(resolve => {
        running.wake = resolve
      })
  }
}

/**
 * Asks whole networks for SNMP agents, with one socket a sweep. The window limits the memory, whatever the
 * size of the network.
 */
export function createSweeper({ networks, settings, closing }: Options): Sweeper {
  const totals = { addresses: 0, found: 0, sent: 0, received: 0, foreign: 0, running: 0 }
  const pacer = createPacer(() => settings.sweep_rate)

  async function* run(running: Running, stats: SnmpStats, given: AbortSignal | undefined) {
    const over = new AbortController()
    const signal = AbortSignal.any([over.signal, closing, ...(given ? [given] : [])])
    const socket = openSocket(running.range.family)
    const { sweep_timeout_ms: timeoutMs, sweep_retries: retries, sweep_window: window } = settings
    running.window = window
    const probing = { socket, pacer, stats, signal, timeoutMs, attempts: retries + 1 }
    const onAbort = () => running.wake()
    signal.addEventListener('abort', onAbort)
    totals.running++
    try {
      yield* follow(running, probing, totals)
    } finally {
      over.abort(new Error('the sweep has ended'))
      signal.removeEventListener('abort', onAbort)
      socket.close()
      totals.running--
      totals.sent += stats.requests
      totals.received += stats.answers
      totals.foreign += stats.dropped_foreign
    }
  }

  function sweep(
    cidr: string,
    access: readonly SnmpAccess[],
    { signal }: { signal?: AbortSignal } = {},
  ): Sweep {
    const range = rangeOf(networks, cidr)
    const stats = newStats()
    const running: Running = {
      range,
      access,
      window: 0,
      addresses: range.each(),
      found: [],
      failure: null,
      asking: 0,
      done: 0,
      exhausted: false,
      wake: () => undefined,
    }
    let begun = false
    return {
      counters: countersOf(running, stats),
      [Symbol.asyncIterator]() {
        if (begun) throw new Error('a sweep can be iterated only once')
        begun = true
        return run(running, stats, signal)
      },
    }
  }
  return {
    totals,
    pacer,
    sweep,
    sweepable(cidr) {
      const { cidr: canonical, count } = rangeOf(networks, cidr)
      return { cidr: canonical, addresses: count }
    },
  }
}
