import type { Context } from '../context.ts'
import { isDatabaseOutage } from '../outage.ts'
import type { TakenUnit, WorkQueue } from '../services/work.ts'
import { throughOutages } from './retry.ts'
import { repeat, soon } from './times.ts'
import { mutex } from './limit.ts'

/** A unit that this process works at. */
export interface Holding {
  /** Aborted when the unit is another process's: nothing of it may be stored any more. */
  lost: AbortSignal
  /** Aborted when this process stops. */
  stopping: AbortSignal
  /** Whether the unit is still this process's. Asked before something is stored. */
  isHeld(): Promise<boolean>
}

/** How the units of a queue are worked off. `C` is a unit with what is needed to work at it. */
export interface ConsumeOptions<C extends { unit: TakenUnit }> {
  ctx: Pick<Context, 'log'>
  /** For the log: `polls`. */
  what: string
  /** Opens the queue whose units are worked off; it is asked before each statement. */
  queue(): Promise<WorkQueue>
  /** A unit whose process is silent for half of it is another one's, s. */
  leaseSec: number
  /** Units that this process works at at the same time, as of now. */
  atOnce(): number
  /** Units that are taken at once. */
  mostTaken: number
  /** Reads what is known of units, with a few statements for all. Those that are left out are ended. */
  claim(units: readonly TakenUnit[]): Promise<readonly C[]>
  /** Works at a unit, which is ended afterwards in any case. */
  work(claim: C, holding: Holding): Promise<void>
  /** The number of units that this process works at has changed. */
  onRunning(count: number): void
  /** Time that works have to end when this process stops, ms. */
  endMs: number
}

/** The queue is looked into so often, ms. */
const lookMs = 500
/** Units that end so soon after each other are ended together, and the next ones are taken, ms. */
const gatherMs = 50
/** Leases are confirmed so often within one lease: half of it without a sign is a lost one. */
const keepsInLease = 6

interface Running {
  unit: TakenUnit
  lost: AbortController
  /** When the lease was last confirmed, by `performance.now()`. */
  heldAt: number
}

/** The works of this process, and the leases of their units. */
function worksOf<C extends { unit: TakenUnit }>(
  { ctx, what, queue, leaseSec, work, onRunning }: ConsumeOptions<C>,
  stopping: AbortSignal,
  onEnd: (unit: TakenUnit) => void,
) {
  const running = new Map<string, Running>()
  const works = new Set<Promise<void>>()

  async function confirm(all: readonly Running[]): Promise<void> {
    if (all.length === 0) return
    const at = performance.now()
    const held = await (await queue()).keep(all.map(({ unit }) => unit))
    for (const one of all)
      if (held.has(one.unit.id)) one.heldAt = at
      else one.lost.abort(new Error('the lease of the unit has ended'))
  }
  function begin(claimed: C): void {
    const { unit } = claimed
    const one: Running = { unit, lost: new AbortController(), heldAt: performance.now() }
    running.set(unit.id, one)
    const isHeld = async () => {
      if (performance.now() - one.heldAt > (leaseSec * 1000) / 4) await confirm([one])
      return !one.lost.signal.aborted
    }
    const done = work(claimed, { lost: one.lost.signal, stopping, isHeld })
      .catch((error: unknown) => {
        if (!stopping.aborted) ctx.log.error({ err: error, unit: unit.key }, `${what}: a unit failed`)
      })
      .then(() => {
        running.delete(unit.id)
        works.delete(done)
        onRunning(running.size)
        onEnd(unit)
      })
    works.add(done)
  }
  return {
    count: () => running.size,
    begin(claims: readonly C[]) {
      for (const one of claims) begin(one)
      onRunning(running.size)
    },
    confirm: () => confirm([...running.values()]),
    all: () => Promise.all(works),
  }
}

/**
 * Takes units of a queue and works at them, until the function that it returns is called. A lease that is
 * lost aborts its work. A failure of a work is logged, and its unit is ended: who puts units finds out what
 * is still to be done.
 */
export function consume<C extends { unit: TakenUnit }>(options: ConsumeOptions<C>): () => Promise<void> {
  const { ctx, what, queue, leaseSec, atOnce, mostTaken, claim, endMs } = options
  const stopping = new AbortController()
  // What has ended is still written while this process stops.
  const closed = new AbortController()
  const inTurn = mutex()
  let ended: TakenUnit[] = []
  let mayWait = false

  const failed = (did: string) => (error: unknown) =>
    ctx.log[isDatabaseOutage(error) ? 'warn' : 'error']({ err: error }, did)
  const ending = soon(
    gatherMs,
    async () => {
      const all = ended
      ended = []
      if (all.length > 0) await throughOutages(closed.signal, async () => (await queue()).done(all))
      if (mayWait && !stopping.signal.aborted) await take()
    },
    failed(`${what} could not be ended; their leases end by themselves`),
  )
  const works = worksOf(options, stopping.signal, unit => {
    ended.push(unit)
    ending()
  })

  /** Returns whether there may be more. */
  async function takeSome(): Promise<boolean> {
    const free = Math.min(atOnce() - works.count(), mostTaken)
    mayWait = free <= 0
    if (free <= 0) return false
    const own = await queue()
    const units = await own.take(free)
    mayWait = units.length === free
    if (units.length === 0) return false
    try {
      const claims = await claim(units)
      const claimed = new Set(claims.map(({ unit }) => unit))
      const others = units.filter(unit => !claimed.has(unit))
      if (others.length > 0) await own.done(others)
      works.begin(claims)
    } catch (error) {
      await own.done(units).catch(() => undefined)
      throw error
    }
    return mayWait
  }
  const take = () => inTurn(takeSome)

  const ends = [
    repeat(lookMs, take, failed(`${what} could not be taken; tried again`)),
    repeat(
      (leaseSec * 1000) / keepsInLease,
      works.confirm,
      failed(`leases of ${what} could not be kept; tried again`),
    ),
  ]
  return async () => {
    stopping.abort(new Error('the service stops'))
    await Promise.all(ends.map(end => end()))
    await inTurn.idle()
    await Promise.race([
      works.all().then(() => ending.now()),
      new Promise(resolve => setTimeout(resolve, endMs)),
    ])
    closed.abort(new Error('the service has stopped'))
  }
}
