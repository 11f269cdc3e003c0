import {
  isDatabaseOutage,
  type Context,
  lookSoon,
  type Caller,
  type PolledAnswer,
  pollSoon,
} from '@linecard/plugin-kit'
import { retryable } from '@linecard/plugin-kit/concurrency'
import type { KnownDevice } from '../known/devices.ts'
import { addAsk, type Ask, type Waiting, mostPorts } from './asks.ts'
import { visibleInterfaces } from '@linecard/inventory/read'
import { sql } from '@linecard/plugin-kit/sql'
import { noteOutcomes, type Outcome } from '../store/traps.ts'
import type { ModuleOutcome } from '../tables.ts'
import { isOf, read, type Answered, type Looking, type Row } from './read.ts'

/** What was not asked: those who store take nothing for gone. */
const others = [{ what: 'interfaces that were not asked for', reason: 'row_limit' }] as const

const partOf = (data: unknown, time: Date, whole: boolean): PolledAnswer => ({
  data,
  complete: false,
  missing: whole ? [] : others,
  time,
  error: null,
})

/**
 * Gives answers to the plugins that store what pollers read: state, history and events then change as after a
 * poll. Pollers of lists need more than these modules, and are left out.
 */
async function storeAnswers(
  ctx: Context,
  { id, ip, name, modelKey }: KnownDevice,
  answers: ReadonlyMap<string, PolledAnswer>,
  signal: AbortSignal,
): Promise<void> {
  const pollers = ctx
    .use('installation')
    .pollers()
    .filter(poller => !poller.always && poller.modules.some(module => answers.has(module.name)))
  for (const { key, modules, stores } of pollers) {
    const own = new Map([...answers].filter(([module]) => modules.some(one => one.name === module)))
    const polled = {
      poller: key,
      device: { id, ip, name, model_key: modelKey ?? '', uptime: null, uptime_at: null, rebooted: null },
      answers: own,
      signal,
    }
    for (const { component, store } of stores)
      try {
        await retryable(() => store(polled))
      } catch (error) {
        ctx.log.warn({ err: error, device_id: id, component }, 'what a device answered could not be stored')
      }
  }
  // A poll that runs just now has read what was before.
  const keys = pollers.map(({ key }) => key)
  if (keys.length > 0) ctx.events.emit(pollSoon, { device_id: id, pollers: keys })
}

const outcomeOf = ({ link }: Ask, rows: readonly Row[], good: boolean | null): ModuleOutcome => {
  if (good !== null) return good ? 'contradicted' : 'confirmed'
  const states = rows.flatMap(({ oper_status: state }) => (state == null ? [] : [state]))
  if (link === null || states.length === 0) return 'answered'
  return states.some(state => (state === 'Up') === (link === 'Up')) ? 'confirmed' : 'contradicted'
}

/** The rows of two answers. As of one answer, their time is that of the earlier one. */
const joined = (before: Answered, answer: Answered): Answered => ({
  ...answer,
  rows: [...before.rows, ...answer.rows],
  time: before.time < answer.time ? before.time : answer.time,
})

interface Settled {
  ask: Ask
  modules: Record<string, ModuleOutcome>
  bindKey: number | null
}

async function settle(
  looking: Looking,
  ask: Ask,
  many: boolean,
  answers: Map<string, Answered>,
): Promise<Settled> {
  const settled: Settled = { ask, modules: {}, bindKey: null }
  for (const module of ask.modules) {
    const answer = await read(looking, module, ask, many)
    const own = answer && ask.port ? answer.rows.filter(row => !answer.whole || isOf(ask.port!, row)) : []
    settled.modules[module] = answer ? outcomeOf(ask, own, answer.good) : 'silent'
    if (!answer?.list) continue
    const before = answers.get(module)
    answers.set(module, before ? joined(before, answer) : answer)
    settled.bindKey ??= own[0]?.interface?.id ?? null
    if (ask.first && own.length > 0) break
  }
  return settled
}

async function idsOf(ctx: Context, deviceId: number, keys: readonly number[]): Promise<Map<number, number>> {
  if (keys.length === 0) return new Map()
  const em = ctx.em()
  const { rows } = await sql<{ id: number; bind_key: string }>`
    select i.id, i.bind_key from (${visibleInterfaces(em, { groupIds: null })}) i
    where i.device_id = ${deviceId} and i.bind_key = any (${[...keys]}::bigint[])`.execute(
    em.getKysely<Record<never, never>>(),
  )
  return new Map(rows.map(({ id, bind_key: key }) => [Number(key), id]))
}

/**
 * Asks a device about what it told, only what is needed, and stores the answers. Returns what to ask once
 * more.
 */
async function lookAt(
  ctx: Context,
  device: KnownDevice,
  asks: readonly Ask[],
  signal: AbortSignal,
): Promise<Ask[]> {
  // It has just sent something: it is asked also if it was taken for down.
  const caller: Caller = { ...ctx.use('auth').system(), insist: true }
  const target = await ctx.use('devices').target({ id: device.id }, caller)
  const looking: Looking = { ctx, device, target, caller, signal, wholes: new Map() }
  const many = asks.filter(({ port }) => port !== null).length > mostPorts
  const answers = new Map<string, Answered>()
  const settled: Settled[] = []
  for (const ask of asks) settled.push(await settle(looking, ask, many, answers))
  await storeAnswers(ctx, device, polledOf(answers), signal)
  const ids = await idsOf(
    ctx,
    device.id,
    settled.flatMap(({ bindKey }) => bindKey ?? []),
  )
  await noteOutcomes(
    ctx.em(),
    settled.flatMap(({ ask, modules, bindKey }): Outcome[] =>
      ask.traps.map(id => ({
        id,
        modules,
        interface_id: bindKey === null ? null : (ids.get(bindKey) ?? null),
      })),
    ),
  )
  ctx.events.emit(lookSoon, { device_ids: [device.id] })
  return settled.flatMap(({ ask, modules }) =>
    ask.again && !Object.values(modules).includes('confirmed') ? [{ ...ask, again: false }] : [],
  )
}

const polledOf = (answers: ReadonlyMap<string, Answered>): Map<string, PolledAnswer> =>
  new Map(
    [...answers].map(([module, { rows, time, whole: all }]) => [module, partOf(rows, time, all)] as const),
  )

/** Devices that are asked at the same time; those that wait; ports of one device that wait. */
const [atOnce, mostDevices, mostAsks] = [16, 5000, 500]
/** A device is asked again after so long, and once more about what it did not confirm, ms. */
const [pauseMs, againMs] = [1000, 2000]
/** One look takes no longer, ms. */
const longestMs = 60_000

interface Pending {
  device: KnownDevice
  waiting: Waiting
  timer: NodeJS.Timeout | null
  busy: boolean
  /** It was left out of the queue for one place. */
  queued: boolean
  lastAt: number
}

export interface Looks {
  /** Asks a device soon; what is asked for meanwhile goes with it. */
  ask(device: KnownDevice, asks: readonly Ask[]): void
  /** Devices that wait or are asked. */
  size(): number
  stop(): Promise<void>
}

export interface LookCounts {
  looks: { add(labels: { result: 'answered' | 'failed' | 'dropped' }): void }
}

/** Asks devices after what they told: each device one at a time, and not more than once a second. */
export function createLooks(ctx: Context, counts: LookCounts): Looks {
  const pending = new Map<number, Pending>()
  const queue: Pending[] = []
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()

  const schedule = (one: Pending, ms: number) => {
    if (one.timer || one.busy || one.queued || stopping.signal.aborted) return
    one.timer = setTimeout(() => {
      one.timer = null
      one.queued = true
      queue.push(one)
      next()
    }, ms).unref()
  }
  /** Not before its pause is over. */
  const forget = (one: Pending) => {
    if (one.waiting.size === 0 && !one.busy && !one.queued && !one.timer) pending.delete(one.device.id)
  }
  const next = () => {
    while (running.size < atOnce && queue.length > 0) {
      const one = queue.shift()!
      one.queued = false
      one.busy = true
      const done = run(one).finally(() => {
        running.delete(done)
        one.busy = false
        one.lastAt = performance.now()
        if (one.waiting.size > 0) schedule(one, pauseMs)
        else setTimeout(() => forget(one), pauseMs).unref()
        next()
      })
      running.add(done)
    }
  }
  const run = async (one: Pending): Promise<void> => {
    const asks = [...one.waiting.values()]
    one.waiting = new Map()
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(longestMs)])
    try {
      const again = await lookAt(ctx, one.device, asks, signal)
      counts.looks.add({ result: 'answered' })
      if (again.length > 0) setTimeout(() => ask(one.device, again), againMs).unref()
    } catch (error) {
      counts.looks.add({ result: 'failed' })
      const level = isDatabaseOutage(error) || stopping.signal.aborted ? 'debug' : 'warn'
      ctx.log[level]({ err: error, device_id: one.device.id }, 'a device could not be asked after a trap')
    }
  }
  const ask = (device: KnownDevice, asks: readonly Ask[]) => {
    let one = pending.get(device.id)
    if (!one) {
      if (pending.size >= mostDevices) return counts.looks.add({ result: 'dropped' })
      one = { device, waiting: new Map(), timer: null, busy: false, queued: false, lastAt: -Infinity }
      pending.set(device.id, one)
    }
    for (const each of asks)
      if (one.waiting.size < mostAsks) addAsk(one.waiting, each)
      else counts.looks.add({ result: 'dropped' })
    schedule(one, Math.max(0, one.lastAt + pauseMs - performance.now()))
  }

  return {
    ask,
    size: () => pending.size,
    async stop() {
      stopping.abort(new Error('the service stops'))
      for (const { timer } of pending.values()) if (timer) clearTimeout(timer)
      pending.clear()
      await Promise.allSettled(running)
    },
  }
}
