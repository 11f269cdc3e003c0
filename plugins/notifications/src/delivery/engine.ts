import { eventsChanged, isDatabaseOutage, type BoundChannel, type Context } from '@linecard/plugin-kit'
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

/** Runs `work` in turns: once more if it was asked for meanwhile. */
function turns(ctx: Context<Config>, what: string, work: () => Promise<void>) {
  let running: Promise<void> | null = null
  let again = false
  const run = async () => {
    do {
      again = false
      try {
        await work()
      } catch (error) {
        const outage = isDatabaseOutage(error)
        ctx.log[outage ? 'warn' : 'error']({ err: error }, `${what} failed; it is tried again`)
      }
    } while (again)
  }
  return {
    soon() {
      again = running !== null
      running ??= run().finally(() => {
        running = null
      })
    },
    idle: async () => {
      while (running) await running
    },
  }
}

/** Reads what happened and sends what is due, in every process that does work. */
export function createEngine(parts: Parts): Engine {
  const { ctx } = parts
  const end = new AbortController()
  const busy = new Map<string, Set<Promise<void>>>()
  const ends: (() => void)[] = []
  const loops: ReturnType<typeof turns>[] = []
  let stopped = false

  async function sendTo(channel: BoundChannel, contactId: number): Promise<void> {
    const claimed = await claimFor(ctx, contactId)
    if (claimed) await deliver(parts, channel, claimed, { signal: end.signal })
  }
  async function fill(channel: BoundChannel, sending: Set<Promise<void>>, soon: () => void): Promise<void> {
    const free = slots - sending.size
    if (free <= 0 || channel.missing() !== null) return
    for (const contactId of await waitingContacts(ctx.em(), channel.type, free)) {
      const sent = sendTo(channel, contactId)
        .then(soon, (error: unknown) => {
          ctx.log.warn({ err: error, channel: channel.type }, 'a message could not be handled')
        })
        .finally(() => sending.delete(sent))
      sending.add(sent)
    }
  }

  return {
    start() {
      const sending = turns(ctx, 'sending notifications', async () => {
        if (stopped) return
        await takeBack(ctx, null)
        for (const channel of ctx.use('installation').channels()) {
          const own = busy.get(channel.type) ?? new Set()
          busy.set(channel.type, own)
          await fill(channel, own, sending.soon)
        }
      })
      const reading = turns(ctx, 'reading what to notify of', async () => {
        while (!stopped && (await readEvents(ctx)));
        while (!stopped && (await readActions(ctx)));
        sending.soon()
      })
      loops.push(reading, sending)
      const timer = setInterval(reading.soon, everyMs).unref()
      ends.push(
        () => clearInterval(timer),
        ctx.events.on(eventsChanged, reading.soon),
        ctx.events.on('kernel.action', reading.soon),
        ctx.events.on(messagesDue, sending.soon),
        ctx.processes.onEnded(async ids => {
          await takeBack(ctx, ids)
          sending.soon()
        }),
      )
      reading.soon()
    },
    async stop() {
      stopped = true
      for (const one of ends) one()
      const all = async () => {
        await Promise.all(loops.map(loop => loop.idle()))
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
