import type { Context } from '@linecard/plugin-kit'
import { LeaseLost, type Lease } from '@linecard/plugin-kit/lead'
import type { Config } from '../config.ts'
import { findFping } from '../echo/program.ts'
import type { Judged, Rules } from '../judge/device.ts'
import { forgetStale } from '../judge/judge.ts'
import type { Runs } from '../store/runs.ts'
import type { Counts, Shown } from '../metrics.ts'
import { knownDevices } from '../store/devices.ts'
import { createAsk } from './ask.ts'
import { createMeasuring } from './measuring.ts'
import { createNotes } from './notes.ts'
import { followInventory, noneWatched, type Watched } from './targets.ts'

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
