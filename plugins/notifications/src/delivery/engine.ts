import { eventsChanged, isDatabaseOutage, type BoundChannel, type Context } from '@linecard/plugin-kit'
import { soon, type Soon } from '@linecard/plugin-kit/concurrency'
import type { Config } from '../config.ts'
import { readActions } from '../intake/actions.ts'
import { readEvents } from '../intake/events.ts'
import type { Parts } from '../parts.ts'
import { claimFor, waitingContacts } from './claim.ts'
import { deliver } from './send.ts'
import { takeBack } from './settle.ts'

/** How often it looks without being told, in ms. */
const everyMs = 2000
/** Messages of one channel that this process sends at a time. */
const slots = 8
/** A stop waits so long for messages that are being sent, in ms. */
const patienceMs = 4000

/** Event of every process: there are messages to send. Its value is null. */
export const messagesDue = 'notifications.due'

declare module '@linecard/plugin-kit' {
  interface EventValues {
    [messagesDue]: null
  }
}

export interface Engine {
  start(): void
  stop(): Promise<void>
}

/** Does `work` once for all who ask for it meanwhile. */
const loop = (ctx: Context<Config>, what: string, work: () => Promise<void>): Soon =>
  soon(0, work, error =>
    ctx.log[isDatabaseOutage(error) ? 'warn' : 'error']({ err: error }, `${what} failed; it is tried again`),
  )

/** Reads what happened and sends what is due, in every process that does work. */
export function createEngine(parts: Parts): Engine {
  const { ctx } = parts
  const end = new AbortController()
  const busy = new Map<string, Set<Promise<void>>>()
  const ends: (() => void)[] = []
  const loops: Soon[] = []
  let stopped = false

  async function sendTo(channel: BoundChannel, contactId: number): Promise<void> {
    const claimed = await claimFor(ctx, contactId)
    if (claimed) await deliver(parts, channel, claimed, { signal: end.signal })
  }
  async function fill(channel: BoundChannel, sending: Set<Promise<void>>, again: () => void): Promise<void> {
    const free = slots - sending.size
    if (free <= 0 || channel.missing() !== null) return
    for (const contactId of await waitingContacts(ctx.em(), channel.type, free)) {
      const sent = sendTo(channel, contactId)
        .then(again, (error: unknown) => {
          ctx.log.warn({ err: error, channel: channel.type }, 'a message could not be handled')
        })
        .finally(() => sending.delete(sent))
      sending.add(sent)
    }
  }

  return {
    start() {
      const sending = loop(ctx, 'sending notifications', async () => {
        if (stopped) return
        await takeBack(ctx, null)
        for (const channel of ctx.use('installation').channels()) {
          const own = busy.get(channel.type) ?? new Set()
          busy.set(channel.type, own)
          await fill(channel, own, () => sending())
        }
      })
      const reading = loop(ctx, 'reading what to notify of', async () => {
        while (!stopped && (await readEvents(ctx)));
        while (!stopped && (await readActions(ctx)));
        sending()
      })
      loops.push(reading, sending)
      const timer = setInterval(() => reading(), everyMs).unref()
      ends.push(
        () => clearInterval(timer),
        ctx.events.on(eventsChanged, () => reading()),
        ctx.events.on('kernel.action', () => reading()),
        ctx.events.on(messagesDue, () => sending()),
        ctx.processes.onEnded(async ids => {
          await takeBack(ctx, ids)
          sending()
        }),
      )
      reading()
    },
    async stop() {
      stopped = true
      for (const one of ends) one()
      const all = async () => {
        await Promise.all(loops.map(each => each.stop()))
        await Promise.allSettled([...busy.values()].flatMap(own => [...own]))
      }
      const timer = setTimeout(() => end.abort(), patienceMs)
      await all()
      clearTimeout(timer)
      end.abort()
      await all()
    },
  }
}
