import { DeliveryFailed } from '@linecard/plugin-kit'
import { OutboundAnswerError, OutboundRefused } from '@linecard/plugin-kit/outbound'

/** Characters of what the other side said. */
const most = 300
/** The longest pause that the other side may ask for, in s. */
const longestSec = 3600

/** What the other side said, for the log: one line, without these secrets. */
export function said(text: string, secrets: readonly string[] = []): string {
  const clean = secrets
    .filter(secret => secret.length > 2)
    .reduce((left, secret) => left.replaceAll(secret, '***'), text.slice(0, 10_000))
  return clean
    .replace(/\p{Cc}+/gu, ' ')
    .toWellFormed()
    .slice(0, most)
    .trim()
}

/** Seconds of a `Retry-After` or of a `retry_after`; null: none. */
export function pauseOf(value: unknown): number | null {
  const seconds = Number(value)
  return value !== undefined && value !== null && Number.isFinite(seconds) && seconds >= 0
    ? Math.min(seconds, longestSec)
    : null
}

/** Why no answer came. `setting`: where a refused address is allowed. */
export function unanswered(error: unknown, setting: string): DeliveryFailed {
  if (error instanceof OutboundRefused)
    return new DeliveryFailed(`${said(error.message)}; see ${setting}`, { again: false })
  if (error instanceof OutboundAnswerError) return new DeliveryFailed(error.message, { again: false })
  const timedOut = error instanceof Error && error.name === 'TimeoutError'
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer'
  return new DeliveryFailed(timedOut ? 'no answer in time' : said(code), { again: true })
}
