import { startLoop, type Loop } from '../echo/loop.ts'
import { findFping, familyOf, type Family } from '../echo/program.ts'
import type { Counts } from '../metrics.ts'

/** The addresses of one fping process. */
interface Shard {
  readonly family: Family
  readonly ips: Set<string>
  /** Null: it does not run. */
  loop: Loop | null
  /** Its addresses have changed since its start. */
  dirty: boolean
  startedAt: number
  /** It is not started before. */
  startAt: number
  /** Ends by itself in a row, and restarts because addresses were mute. */
  failures: number
  muteRestarts: number
}

const newShard = (family: Family): Shard => ({
  family,
  ips: new Set(),
  loop: null,
  dirty: true,
  startedAt: 0,
  startAt: 0,
  failures: 0,
  muteRestarts: 0,
})

interface Homes {
  readonly shards: ReadonlySet<Shard>
  /** The shard of an address. */
  of(ip: string): Shard | undefined
  set(ips: Iterable<string>, most: number): void
  clear(): void
}

/**
 * Divides addresses among shards. An address keeps its shard, so that a change concerns few of them; what is
 * new goes to one that is started again anyway.
 */
function createHomes(): Homes {
  const shards = new Set<Shard>()
  const home = new Map<string, Shard>()

  const roomFor = (family: Family, most: number): Shard => {
    let best: Shard | null = null
    for (const shard of shards)
      if (shard.family === family && shard.ips.size < most && (shard.dirty || !best)) best = shard
    if (best) return best
    const made = newShard(family)
    shards.add(made)
    return made
  }
  const remove = (ip: string, shard: Shard) => {
    shard.ips.delete(ip)
    home.delete(ip)
    shard.dirty = true
    if (shard.ips.size > 0) return
    shard.loop?.stop()
    shards.delete(shard)
  }
  return {
    shards,
    of: ip => home.get(ip),
    set(ips, most) {
      const wanted = new Set(ips)
      for (const [ip, shard] of home) if (!wanted.has(ip)) remove(ip, shard)
      for (const ip of wanted) {
        if (home.has(ip)) continue
        const shard = roomFor(familyOf(ip), most)
        shard.ips.add(ip)
        shard.dirty = true
        home.set(ip, shard)
      }
    },
    clear() {
      for (const shard of shards) shard.loop?.stop()
      shards.clear()
      home.clear()
    },
  }
}

export interface ShardOptions {
  settings(): { periodMs: number; timeoutMs: number; targets: number }
  now(): number
  onEcho(ip: string, ms: number | null): void
  /** When something was last heard about an echo to this address. */
  lastEcho(ip: string): number | null
  counts: Counts
  log: { warn(fields: object, message: string): void }
}

/** Waits after the end of fping, in ms: 1 s, doubled up to a minute. */
const [firstWaitMs, longestWaitMs] = [1000, 60_000]
/** An fping that ran for so long has not failed, in ms. */
const soundMs = 60_000
/** Waits between restarts because of mute addresses, in ms. */
const [firstMuteMs, longestMuteMs] = [20_000, 600_000]

const doubled = (ms: number, times: number, most: number) => Math.min(most, ms * 2 ** Math.min(times, 20))

/** Whether fping runs and says nothing about an address: it gives an address up that it cannot send to. */
function isMute({ settings, now, lastEcho }: ShardOptions, shard: Shard): boolean {
  const { periodMs, timeoutMs } = settings()
  const time = now()
  const waitMs = doubled(firstMuteMs, shard.muteRestarts, longestMuteMs)
  if (!shard.loop || time - shard.startedAt < Math.max(waitMs, 3 * periodMs + timeoutMs)) return false
  const oldest = time - 2 * periodMs - timeoutMs - 1000
  for (const ip of shard.ips) if ((lastEcho(ip) ?? 0) < oldest) return true
  return false
}

/** Says once why fping does not run, until it runs again or the reason is another one. */
function createTeller(log: ShardOptions['log']): (reason: string) => void {
  let told = ''
  return reason => {
    if (reason !== told && reason !== '')
      log.warn({ reason }, 'fping does not run: nothing is known by echoes')
    told = reason
  }
}

export interface Shards {
  /**
   * The addresses to ping from now on. Only processes whose addresses change are started again, at `tick`.
   */
  set(ips: Iterable<string>): void
  /** Starts what is due. */
  tick(): Promise<void>
  stop(): void
  /** Processes that run. */
  readonly running: number
}

/** Spreads addresses over fping processes, which ping them again and again. */
export function createShards(options: ShardOptions): Shards {
  const { settings, now, counts } = options
  const homes = createHomes()
  const tell = createTeller(options.log)
  let pace = ''
  let stopped = false

  function start(shard: Shard, program: string): void {
    const { periodMs, timeoutMs } = settings()
    shard.loop?.stop()
    shard.dirty = false
    shard.startedAt = now()
    counts.starts.add()
    const { family } = shard
    shard.loop = startLoop({
      program,
      family,
      targets: [...shard.ips],
      periodMs,
      timeoutMs,
      onEcho({ ip, ms, at }) {
        counts.lag(Date.now() / 1000 - at)
        // An address that was removed or has moved to another process does not count here.
        if (homes.of(ip) === shard) options.onEcho(ip, ms)
      },
      onOther: () => counts.badLines.add(),
      onEnd(reason) {
        shard.loop = null
        shard.failures = now() - shard.startedAt > soundMs ? 0 : shard.failures + 1
        shard.startAt = now() + doubled(firstWaitMs, shard.failures - 1, longestWaitMs)
        counts.ends.add()
        if (!stopped) tell(reason)
      },
    })
  }
  const isDue = (shard: Shard): boolean => {
    if (shard.loop && !shard.dirty && isMute(options, shard)) {
      shard.muteRestarts++
      shard.dirty = true
    }
    return (shard.dirty || !shard.loop) && now() >= shard.startAt
  }

  return {
    set(ips) {
      const { periodMs, timeoutMs, targets } = settings()
      homes.set(ips, targets)
      if (pace !== `${periodMs} ${timeoutMs}`) for (const shard of homes.shards) shard.dirty = true
      pace = `${periodMs} ${timeoutMs}`
    },
    async tick() {
      const due = [...homes.shards].filter(isDue)
      if (due.length === 0) return
      const program = await findFping()
      if (stopped) return
      if (!program) {
        tell('the program fping is not installed')
        for (const shard of due) shard.startAt = now() + 10 * firstWaitMs
        return
      }
      for (const shard of due) if (homes.shards.has(shard)) start(shard, program)
      if (due.every(({ failures }) => failures === 0)) tell('')
    },
    stop() {
      stopped = true
      homes.clear()
    },
    get running() {
      return [...homes.shards].filter(({ loop }) => loop).length
    },
  }
}
