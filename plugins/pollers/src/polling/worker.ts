import { isDatabaseOutage, pollSoon, repeat } from '@linecard/plugin-kit'
import type { Base } from '../base.ts'
import { claimsOf, type Claim } from './claim.ts'
import { createFinisher } from './finish.ts'
import { createLeases, type Running } from './leases.ts'
import { pollOne } from './poll-one.ts'
import { createStoring } from './storing.ts'

/** The queue is looked into so often, in ms. */
const lookMs = 500
/** Units that are taken at once. */
const mostTaken = 200
/** Leases are confirmed so often within one lease: half of it without a sign is a lost one. */
const keepsInLease = 6
/** Time that polls have to end when the service stops, in ms. */
const endMs = 1_200

/**
 * Takes polls and does them, as many at once as the setting says, until the function that it returns is
 * called.
 */
export function startWorker(base: Base): () => Promise<void> {
  const { ctx, counts } = base
  const running = new Map<string, Running>()
  const polls = new Set<Promise<void>>()
  const stopping = new AbortController()
  // What has ended is still written while the service stops.
  const closed = new AbortController()
  const finisher = createFinisher(base, closed.signal)
  const queue = () => base.queue(ctx.use('work').group)
  const leaseMs = ctx.config.lease_sec * 1000
  const leases = createLeases(queue, () => leaseMs)
  let clock = { now: Date.now(), at: performance.now() }
  const now = () => clock.now + (performance.now() - clock.at)
  const tools = { leases, now, storing: createStoring(), stopping: stopping.signal }

  const begin = (claim: Claim) => {
    const { unit, device } = claim
    const abort = new AbortController()
    const one: Running = { unit, deviceId: device.id, abort, soon: new Set(), heldAt: performance.now() }
    running.set(unit.id, one)
    const done = pollOne(base, claim, one, tools)
      .then(ended => ended && finisher.add(ended))
      .catch((error: unknown) => ctx.log.error({ err: error }, 'a poll failed'))
      .finally(() => {
        running.delete(unit.id)
        polls.delete(done as Promise<void>)
        counts.state.running = running.size
      })
    polls.add(done as Promise<void>)
  }

  /** Returns whether there may be more. */
  const takeSome = async (): Promise<boolean> => {
    const free = Math.min(ctx.config.at_once - running.size, mostTaken)
    if (free <= 0) return false
    const own = await queue()
    const units = await own.take(free)
    if (units.length === 0) return false
    try {
      const { claims, void: gone, ...read } = await claimsOf(base, units)
      clock = read
      if (gone.length) await own.done(gone)
      for (const claim of claims) begin(claim)
    } catch (error) {
      await own.done(units).catch(() => undefined)
      throw error
    }
    counts.state.running = running.size
    return units.length === free
  }

  const failed = (what: string) => (error: unknown) =>
    ctx.log[isDatabaseOutage(error) ? 'warn' : 'error']({ err: error }, what)
  const ends = [
    repeat(lookMs, takeSome, failed('polls could not be taken; tried again')),
    repeat(
      leaseMs / keepsInLease,
      () => leases.keep([...running.values()]),
      failed('leases of polls could not be kept; tried again'),
    ),
  ]
  const forget = ctx.events.on(pollSoon, ({ device_id: id, pollers }) => {
    for (const one of running.values()) if (one.deviceId === id) for (const key of pollers) one.soon.add(key)
  })

  return async () => {
    forget()
    stopping.abort(new Error('the service stops'))
    await Promise.all(ends.map(end => end()))
    await Promise.race([
      Promise.all(polls).then(() => finisher.idle()),
      new Promise(resolve => setTimeout(resolve, endMs)),
    ])
    closed.abort()
  }
}
