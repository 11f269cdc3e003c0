import { setTimeout as pause } from 'node:timers/promises'
import { DeliveryFailed, type Context } from '@linecard/plugin-kit'
import { createLead, createLease, type Lead, type Led } from '@linecard/plugin-kit/lead'
import { doubling } from '@linecard/plugin-kit/work'
import type { Config } from '../config.ts'
import { moveCursor, positionOf } from '../intake/cursor.ts'
import { createPatience, takeUpdates } from './updates.ts'

/** For how long the API keeps a request open, in s. */
const waitSec = 20
const [firstPauseMs, maxPauseMs] = [1000, 60_000]
const source = 'telegram'

/** Asks the bot for messages until the signal. Without a token it looks for one every few seconds. */
async function follow(ctx: Context<Config>, signal: AbortSignal): Promise<void> {
  const mayAnswer = createPatience(() => ctx.clock().getTime())
  const pauses = doubling(firstPauseMs, maxPauseMs)
  while (!signal.aborted) {
    try {
      if (ctx.config.telegram_token === '') {
        await pause(5000, null, { signal })
        continue
      }
      const offset = await positionOf(ctx, source, async () => 0)
      const next = await takeUpdates(ctx, { offset, waitSec, mayAnswer, signal })
      if (next > offset) await moveCursor(ctx.em(), source, offset, next)
      pauses.reset()
    } catch (error) {
      if (signal.aborted) return
      const asked = error instanceof DeliveryFailed ? error.afterSec : null
      const why = error instanceof Error ? error.message : 'unknown'
      ctx.log.warn({ why }, 'the Telegram bot cannot be asked for messages')
      const ownMs = pauses.next()
      await pause(asked === null ? ownMs : asked * 1000, null, { signal }).catch(() => null)
    }
  }
}

/** One process of the installation reads what people write to the bot. */
export function createTelegram(ctx: Context<Config>): Lead<Led> {
  return createLead({
    ctx,
    lease: createLease(ctx, { table: 'notifications_lease', worker: source }),
    what: 'the Telegram bot',
    async begin() {
      const end = new AbortController()
      // It ends with its request: an API that keeps it open is not waited for.
      void follow(ctx, end.signal)
      return { end: async () => end.abort() }
    },
  })
}
