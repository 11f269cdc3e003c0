import {
  DeliveryFailed,
  type BoundChannel,
  type ChannelContact,
  type ChannelMessage,
} from '@linecard/plugin-kit'
import { throughOutages } from '@linecard/plugin-kit/concurrency'
import { channelContact } from '../contact-value.ts'
import type { Parts } from '../parts.ts'
import { renderFor, subjectOf } from '../templates/render.ts'
import { templateOf } from '../templates/store.ts'
import type { Claimed } from './claim.ts'
import { digestText, type DigestData } from './digest.ts'
import { outcomeOf, settle, type Outcome } from './settle.ts'

/** For how long a database that is away is waited for, in ms: as long as the lease is beyond the time-out. */
const writeMs = 60_000

/** The rendered text. A template that fails must not keep an alert back: that of the channel is used. */
async function textOf({ ctx, renderer }: Parts, channel: BoundChannel, claimed: Claimed) {
  const { source, kind, data } = claimed
  if (source === 'digest') return digestText(data as unknown as DigestData, channel)
  const { text, updated_at: changed } = await templateOf(ctx.em(), channel, kind)
  try {
    return await renderFor(renderer, channel, text, data)
  } catch (error) {
    if (changed === null) throw error
    ctx.log.warn(
      { err: error, channel: channel.type, kind },
      'a template failed: that of the channel is used',
    )
    return renderFor(renderer, channel, channel.templates[kind], data)
  }
}

async function messageOf(
  notifications: Parts,
  channel: BoundChannel,
  claimed: Claimed,
): Promise<ChannelMessage> {
  const { message_id: id, kind, severity, title, data, created_at: time, source } = claimed
  const about = (data['event'] ?? data['action']) as { device?: { name?: string } | null } | null
  const device = about?.device?.name ?? null
  const subject = subjectOf({ kind, severity, title, device })
  const told = source === 'test' || source === 'message' ? { ...data, source } : data
  return { id, kind, subject, data: told, time, ...(await textOf(notifications, channel, claimed)) }
}

/**
 * The key that it is sealed with may be missing, and come back. The others of the channel must not wait for
 * it.
 */
function contactOf({ ctx }: Parts, { contact }: Claimed): ChannelContact {
  try {
    return channelContact(ctx, contact)
  } catch (error) {
    ctx.log.warn({ err: error, contact_id: contact.id }, 'a contact cannot be opened')
    throw new DeliveryFailed('the contact cannot be opened: enter it again', { again: true })
  }
}

/** Sends one message and writes what came of it. @throws the failure of the database, when it stops */
export async function deliver(
  notifications: Parts,
  channel: BoundChannel,
  claimed: Claimed,
  { signal, once = false }: { signal: AbortSignal; once?: boolean },
): Promise<Outcome> {
  const { ctx, counts } = notifications
  const limited = AbortSignal.any([signal, AbortSignal.timeout(ctx.config.timeout_sec * 1000)])
  let outcome: Outcome
  try {
    const message = await messageOf(notifications, channel, claimed)
    await channel.send(contactOf(notifications, claimed), message, limited)
    outcome = { state: 'sent' }
  } catch (error) {
    outcome = outcomeOf(ctx, claimed, error)
    if (once && outcome.state === 'queued') outcome = { state: 'failed', note: outcome.note }
    if (signal.aborted && outcome.state === 'queued') outcome = { ...outcome, inSec: 0 }
  }
  counts.attempts.add({ channel: channel.type, result: outcome.state === 'queued' ? 'again' : outcome.state })
  // What was sent and not written is sent again: so it is tried for as long as the lease holds.
  const write = () => settle(ctx, claimed, outcome)
  if (signal.aborted) await write()
  else await throughOutages(AbortSignal.any([signal, AbortSignal.timeout(writeMs)]), write)
  return outcome
}
