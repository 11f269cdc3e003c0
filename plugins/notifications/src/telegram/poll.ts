import { setTimeout as pause } from 'node:timers/promises'
import { DeliveryFailed, type Context } from '@linecard/plugin-kit'
import { createLead, createLease, type Lead, type Led } from '@linecard/plugin-kit/lead'
import { doubling } from '@linecard/plugin-kit/concurrency'
import type { Config } from '../config.ts'
import { moveCursor, positionOf } from '../intake/cursor.ts'
import { tables } from '../tables.ts'
import { askBot } from './bot.ts'
import { phoneOf } from './phone.ts'

interface Chat {
  id?: number
  type?: string
}
interface Update {
  update_id: number
  message?: { chat?: Chat; from?: { id?: number }; contact?: { phone_number?: string; user_id?: number } }
}

/** Chats that are remembered for answers, and answers to one of them in a minute. */
const [mostChats, mostAnswers] = [1000, 5]
const minuteMs = 60_000

/** Nobody makes the bot answer without end. */
function createPatience(now: () => number): (chat: number) => boolean {
  const answered = new Map<number, number[]>()
  return chat => {
    const recent = (answered.get(chat) ?? []).filter(time => now() - time < minuteMs)
    if (recent.length >= mostAnswers) return false
    answered.delete(chat)
    answered.set(chat, [...recent, now()])
    if (answered.size > mostChats) answered.delete(answered.keys().next().value!)
    return true
  }
}

/** Binds the contacts with this phone number to the chat. Returns how many there are. */
async function bind(ctx: Context<Config>, phone: string, chat: number): Promise<number> {
  const { numUpdatedRows } = await tables(ctx.em())
    .updateTable('notifications_contact')
    .set({ address: String(chat), problem: null })
    .where('type', '=', 'telegram')
    .where('value', '=', phone)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

const askForNumber = {
  text: 'Share your phone number to get notifications.',
  reply_markup: {
    keyboard: [[{ text: 'Share my phone number', request_contact: true }]],
    one_time_keyboard: true,
    resize_keyboard: true,
  },
}
const told = (text: string) => ({ text, reply_markup: { remove_keyboard: true } })

/**
 * What the bot answers to an update; null: nothing. Only the own number of the sender counts, in a chat of
 * two: a forwarded contact proves nothing.
 */
async function answerTo(ctx: Context<Config>, { message }: Update): Promise<object | null> {
  const { chat, from, contact } = message ?? {}
  if (chat?.type !== 'private' || !Number.isSafeInteger(chat.id)) return null
  if (!contact) return askForNumber
  const phone = phoneOf(String(contact.phone_number ?? ''))
  if (phone === null || contact.user_id === undefined || contact.user_id !== from?.id)
    return told('This is not your own phone number.')
  const bound = await bind(ctx, phone, chat.id!)
  return told(
    bound > 0
      ? 'You get notifications here now.'
      : 'No user has this phone number as a contact. Add it in the settings of your account first.',
  )
}

interface TakeUpdates {
  offset: number
  /** For how long the API keeps the request open while there is nothing, in s. */
  waitSec: number
  mayAnswer(chat: number): boolean
  signal: AbortSignal
}

/** Reads the next updates and answers them. Returns the number after the last one. */
async function takeUpdates(
  ctx: Context<Config>,
  { offset, waitSec, mayAnswer, signal }: TakeUpdates,
): Promise<number> {
  const asked = { offset, timeout: waitSec, limit: 100, allowed_updates: ['message'] }
  const updates = (await askBot(ctx.config, 'getUpdates', asked, { waitSec, signal })) as Update[]
  let next = offset
  for (const update of Array.isArray(updates) ? updates : []) {
    next = Math.max(next, update.update_id + 1)
    const chat = update.message?.chat?.id
    const answer = await answerTo(ctx, update)
    if (answer === null || chat === undefined || !mayAnswer(chat)) continue
    await askBot(ctx.config, 'sendMessage', { chat_id: chat, ...answer }, { signal }).catch((error: Error) =>
      ctx.log.warn({ why: error.message }, 'the Telegram bot could not answer'),
    )
  }
  return next
}

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
