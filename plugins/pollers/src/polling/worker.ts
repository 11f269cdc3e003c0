import { pollSoon } from '@linecard/plugin-kit'
import { consume, limit } from '@linecard/plugin-kit/concurrency'
import type { Base } from '../base.ts'
import { claimsOf, type Claim } from './claim.ts'
import { createFinisher } from './finish.ts'
import { pollOne } from './poll-one.ts'

/** Units that are taken at once. */
const mostTaken = 200
/**
 * Polls of one process that store at the same time. A worker has 6 connections, and what is stored but not
 * noted as done when it dies is polled again: notes must not wait behind hundreds of results.
 */
const mostStoring = 6
/** Time that polls have to end when the service stops, in ms. */
const endMs = 1_200

/**
 * Takes polls and does them, as many at once as the setting says, until the function that it returns is
 * called.
 */
export function startWorker(base: Base): () => Promise<void> {
  const { ctx, counts } = base
  // What has ended is still written while the service stops.
  const closed = new AbortController()
  const finisher = createFinisher(base, closed.signal)
  let clock = { now: Date.now(), at: performance.now() }
  const tools = { now: () => clock.now + (performance.now() - clock.at), storing: limit(mostStoring) }
  /** Keys of pollers that became due while a device is polled. */
  const soonOf = new Map<Claim, Set<string>>()
  const forget = ctx.events.on(pollSoon, ({ device_id: id, pollers }) => {
    for (const [{ device }, soon] of soonOf) if (device.id === id) for (const key of pollers) soon.add(key)
  })
  const end = consume<Claim>({
    ctx,
    what: 'polls',
    queue: () => base.queue(ctx.use('work').group),
    leaseSec: ctx.config.lease_sec,
    atOnce: () => ctx.config.at_once,
    mostTaken,
    async claim(units) {
      const { claims, ...read } = await claimsOf(base, units)
      clock = read
      return claims
    },
    async work(claim, holding) {
      const soon = new Set<string>()
      soonOf.set(claim, soon)
      try {
        const ended = await pollOne(base, claim, soon, { ...tools, ...holding })
        if (ended) await finisher.add(ended)
      } finally {
        soonOf.delete(claim)
      }
    },
    onRunning(count) {
      counts.state.running = count
    },
    endMs,
  })
  return async () => {
    forget()
    await end()
    closed.abort()
  }
}
