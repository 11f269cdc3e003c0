import { createHmac } from 'node:crypto'
import { DeliveryFailed, type Channel } from '@linecard/plugin-kit'
import { sendOutbound } from '@linecard/plugin-kit/outbound'
import { fail } from '../errors.ts'
import type { Parts } from '../parts.ts'
import { pauseOf, said, unanswered } from '../failure.ts'
import { standardTemplates } from './standard.ts'

/** Octets of an answer; nobody reads it but for the log. */
const maxBytes = 65_536
/** Statuses that may be over soon. */
const soonOver = (status: number) => [408, 425, 429].includes(status) || status >= 500

/**
 * The octets of a key: those after `whsec_` in base64, as Standard Webhooks write it, else the text itself.
 */
const keyOf = (secret: string) =>
  secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret)

/** Headers of Standard Webhooks: HMAC-SHA256 over id, seconds and body. */
export function signedHeaders(secret: string | null, id: string, seconds: number, body: string) {
  const signed = `${id}.${seconds}.${body}`
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    ...(secret === null
      ? {}
      : { 'webhook-signature': `v1,${createHmac('sha256', keyOf(secret)).update(signed).digest('base64')}` }),
  }
}

const urlOf = (value: string): URL | null => {
  const url = URL.parse(value.trim())
  return url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url : null
}

/** What of an address and a key may be repeated in an answer: as a whole, and in parts, longest first. */
function secretsOf(value: string, secret: string | null): string[] {
  const { href, pathname, search, searchParams } = new URL(value)
  const parts = [...pathname.split('/'), ...searchParams.values()].filter(({ length }) => length >= 6)
  const written = [href, pathname + search, ...(search === '' ? [] : [search]), ...parts]
  const all = [...written, ...written.map(part => decoded(part)), ...(secret === null ? [] : [secret])]
  return all.filter(part => part !== '/').toSorted((a, b) => b.length - a.length)
}
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * JSON by POST. The header `webhook-id` is the same for every attempt: a receiver knows a repetition by it.
 */
export const webhook: Channel<Parts> = {
  label: 'Webhook',
  hint: 'An address that begins with https:// or http://',
  format: 'text',
  templates: standardTemplates('', text => text),
  missing: () => null,
  check(_ctx, value) {
    const url = urlOf(value)
    if (!url)
      throw fail('NOTIFICATIONS_VALUE_INVALID', {
        value: '…',
        why: 'it is no address of HTTP or HTTPS without a user',
      })
    url.hash = ''
    return url.href
  },
  // Path and query are often a key of the receiver.
  shown(value) {
    const url = urlOf(value)
    if (!url) return ''
    return url.pathname === '/' && url.search === '' ? url.href : `${url.origin}/***`
  },
  async send({ ctx: { config, clock } }, { value, secret }, message, signal) {
    const { id, kind, subject, plain, data, time } = message
    const body = JSON.stringify({ id, kind, time, subject, text: plain, ...data })
    const seconds = Math.floor(clock().getTime() / 1000)
    const answer = await sendOutbound({
      url: value,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': 'Linecard',
        'idempotency-key': id,
        ...signedHeaders(secret, id, seconds, body),
      },
      body,
      allowPrivate: config.webhook_private_networks,
      timeoutMs: config.timeout_sec * 1000,
      maxBytes,
      signal,
    }).catch((error: unknown) => {
      throw unanswered(error, 'notifications.webhook_private_networks')
    })
    if (answer.status >= 200 && answer.status < 300) return
    throw new DeliveryFailed(said(`${answer.status} ${answer.text}`, secretsOf(value, secret)), {
      again: soonOver(answer.status),
      afterSec: pauseOf(answer.headers['retry-after']),
    })
  },
}
