import type { Context, ReachAnswer } from '@linecard/plugin-kit'
import { LeaseLost, type Lease } from '@linecard/plugin-kit/lead'
import type { Config } from '../config.ts'
import { findFping } from '../echo/program.ts'
import type { Judged, Rules } from '../judge/device.ts'
import * as judge from '../judge/judge.ts'
import { forgetStale } from '../judge/judge.ts'
import type { Runs } from '../store/runs.ts'
import type { Counts, Shown } from '../metrics.ts'
import { knownDevices } from '../store/devices.ts'
import { createNotes, type Notes } from './notes.ts'
import { followInventory, noneWatched, type Watched } from './targets.ts'
import { count, recentOf, takeSample, type Live } from '../judge/live.ts'
import { createShards } from './shards.ts'
import { createSuspects } from './suspects.ts'
import { createTries } from './tries.ts'
import { steps, writeRecent, writeSamples, type Measured } from '../store/measures.ts'
import { addSeries } from '../store/series.ts'

interface MeasuringOptions {
  ctx: Context<Config>
  lease: Lease
  watched: Watched
  now(): number
}

const bucketOf = (time: number) => Math.floor(time / (steps.fine * 1000))

/** Stores loss and round trip of all devices in an interval, and samples of them for the chart. */
function createMeasuring({ ctx, lease, watched, now }: MeasuringOptions) {
  let recentAt = performance.now() + ctx.config.store_sec * 1000
  let sampledAt = now()

  const measure = (of: (live: Live) => Measured['tally'] | null): Measured[] =>
    [...watched.lives].flatMap(([deviceId, live]) => {
      const tally = of(live)
      return tally ? [{ deviceId, tally }] : []
    })

  return {
    /** Loss and round trip of the last minutes, when it is time. */
    async recent(): Promise<void> {
      if (performance.now() < recentAt) return
      recentAt = performance.now() + ctx.config.store_sec * 1000
      const time = now()
      const measured = measure(live => recentOf(live, time))
      await lease.write(em => writeRecent(em, measured, new Date(time)))
      addSeries(ctx, measured, watched.devices, time)
    },
    /** The samples, when their five minutes are over, or `always`. */
    async samples(always: boolean): Promise<void> {
      const time = now()
      if (!always && bucketOf(time) === bucketOf(sampledAt)) return
      const measured = measure(takeSample)
      const at = sampledAt
      sampledAt = time
      await lease.write(em => writeSamples(em, measured, at))
    },
  }
}

interface AskOptions {
  ctx: Context<Config>
  watched: Watched
  notes: Notes
  counts: Counts
  now(): number
  rules(): Rules
}

const signOf = ({ method, port, problem }: Judged) => [method, port, problem].join()

/** Judges a device, and has it stored if something else than its status changes. */
function judging(notes: Notes, device: Judged, work: () => void): void {
  const before = signOf(device)
  work()
  if (signOf(device) !== before) notes.touch(device)
}

/** Asks the watched devices in all three ways, and judges what comes back. */
function createAsk({ ctx, watched, notes, counts, now, rules }: AskOptions) {
  const { devices, lives, byIp } = watched
  const { onChange } = notes
  const judged = (device: Judged, work: () => void) => judging(notes, device, work)

  const shards = createShards({
    settings: () => ({
      periodMs: Math.round(ctx.config.period_sec * 1000),
      timeoutMs: ctx.config.timeout_ms,
      targets: ctx.config.process_targets,
    }),
    now,
    onEcho(ip, ms) {
      const device = byIp.get(ip)
      if (!device) return
      const time = now()
      counts.echoes.add({ result: ms === null ? 'lost' : 'answered' })
      count(lives.get(device.id)!, ms, time)
      judged(device, () => {
        if (ms !== null) judge.echoAnswered(device, rules(), time, onChange)
        else if (judge.echoLost(device, rules(), time)) suspects.add(ip)
      })
    },
    lastEcho: ip => byIp.get(ip)?.echoAt ?? null,
    counts,
    log: ctx.log,
  })

  const suspects = createSuspects({
    settings: () => ({
      count: ctx.config.confirm_echoes,
      everyMs: ctx.config.confirm_every_ms,
      timeoutMs: Math.min(ctx.config.timeout_ms, 4 * ctx.config.confirm_every_ms),
    }),
    onEnd(ip, answers) {
      const device = byIp.get(ip)
      if (device && judge.confirmed(device, answers, now())) tries.add(device, true)
    },
    counts,
  })

  function onTried(device: Judged, answer: ReachAnswer | null, problem: Judged['problem']): void {
    if (devices.get(device.id) !== device) return
    const time = now()
    judged(device, () => {
      if (answer?.method)
        judge.tryAnswered(device, rules(), { method: answer.method, port: answer.port }, time, onChange)
      else if (answer) judge.trySilent(device, rules(), time, shards.running > 0, onChange)
      else {
        judge.confirmed(device, null, time)
        device.problem = problem
      }
    })
    const { period_sec: periodSec, try_sec: trySec } = ctx.config
    const hurried = device.status === 'Up' && device.tries < 0
    device.tryAt = time + 1000 * (hurried ? Math.min(periodSec, trySec) : trySec)
  }
  const tries = createTries({ ctx, onEnd: onTried, counts })

  return {
    shards,
    suspects,
    /** Tries what is due: devices that are not known to answer echoes. */
    tryDue(time: number): void {
      for (const device of byIp.values()) {
        if (device.suspect || device.trying || device.tryAt > time) continue
        if (device.status === 'Up' && device.method === 'icmp') continue
        tries.add(device, device.status === 'Up')
      }
    },
    stop(): void {
      shards.stop()
      suspects.stop()
      tries.stop()
    },
  }
}

/** How often it looks for suspects, for all other work, and at the inventory, in ms. */
const [stepMs, workMs, followMs] = [250, 1000, 5000]

export interface Watch {
  /** Ends it. What is known and not stored yet is stored, unless the lease was lost. */
  stop(store: boolean): Promise<void>
  shown(): Shown
}

function rulesOf(config: Config): Rules {
  const periodMs = config.period_sec * 1000
  return {
    suspectAfter: config.suspect_after,
    upAnswers: config.up_answers,
    silentTries: config.silent_tries,
    echoStaleMs: (config.suspect_after + 2) * periodMs + Math.min(config.timeout_ms, periodMs) + 5000,
    tryStaleMs: 3 * (config.try_sec * 1000 + 3 * config.try_timeout_ms) + 5000,
  }
}

const countsOf = ({ devices }: Watched) => {
  const found = { up: 0, down: 0, unknown: 0 }
  for (const { status } of devices.values())
    found[status === 'Up' ? 'up' : status === 'Down' ? 'down' : 'unknown']++
  return found
}

/** Calls `step` again and again, a while after its end. Gives what ends it and waits for the last call. */
function repeat(step: () => Promise<void>, onError: (error: unknown) => void): () => Promise<void> {
  let [stopped, running] = [false, Promise.resolve()]
  let timer: NodeJS.Timeout | null = null
  const again = () => {
    running = step()
      .catch(onError)
      .then(() => {
        if (!stopped) timer = setTimeout(again, stepMs).unref()
      })
  }
  again()
  return () => {
    stopped = true
    if (timer) clearTimeout(timer)
    return running
  }
}

/** Watches all enabled devices, as the one process that has the lease. */
export async function startWatch(
  ctx: Context<Config>,
  lease: Lease,
  counts: Counts,
  runs: Runs,
): Promise<Watch> {
  const now = () => ctx.clock().getTime()
  const watched = noneWatched()
  let rules = rulesOf(ctx.config)
  const notes = createNotes({ ctx, lease, watched, counts, runs, now })
  const measuring = createMeasuring({ ctx, lease, watched, now })
  const ask = createAsk({ ctx, watched, notes, counts, now, rules: () => rules })

  async function follow(known?: Map<number, Judged>): Promise<void> {
    const patienceMs = (await findFping()) ? 3 * ctx.config.period_sec * 1000 : 0
    const { onChange, touch: onDirty } = notes
    await followInventory({ ctx, watched, now, patienceMs, onChange, onDirty }, known)
    ask.shards.set(watched.byIp.keys())
  }
  let [workAt, followAt] = [0, performance.now() + followMs]
  async function step(): Promise<void> {
    ask.suspects.tick()
    if (performance.now() < workAt) return
    workAt = performance.now() + workMs
    rules = rulesOf(ctx.config)
    for (const device of watched.byIp.values()) forgetStale(device, rules, now(), notes.onChange)
    ask.tryDue(now())
    await ask.shards.tick()
    if (performance.now() >= followAt) {
      await follow()
      followAt = performance.now() + followMs
    }
    await notes.store()
    await notes.tellAll()
    await measuring.recent()
    await measuring.samples(false)
  }

  const known = await knownDevices(ctx, now())
  await follow(new Map(known.map(device => [device.id, device])))
  const end = repeat(step, error => {
    // Another process goes on with the work; this one is told so when it renews the lease.
    if (!(error instanceof LeaseLost))
      ctx.log.warn({ err: error }, 'the pinger could not do a part of its work')
  })
  return {
    async stop(store) {
      ask.stop()
      await end()
      // A step that was under way may have started something again.
      ask.stop()
      if (!store) return
      await notes.store()
      await measuring.samples(true)
    },
    shown: () => ({
      ...countsOf(watched),
      processes: ask.shards.running,
      suspects: ask.suspects.size,
      waiting: notes.waiting,
    }),
  }
}
