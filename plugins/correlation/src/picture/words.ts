import type { Reason } from '../judge/index.ts'

/** States in which an OLT has lost an ONU. */
export const lostStates = ['Offline', 'LOS', 'PowerOff'] as const
const lost: ReadonlySet<string> = new Set(lostStates)
export const isLost = (status: string | null): boolean => status !== null && lost.has(status)

const gasp = /power|dying|gasp/i
const dark = /\blos\b|loss|lob|lof|light|wire|fib(er|re)/i

/** The reason in states and in the words of an OLT; the strongest of several. */
export function reasonOf(words: readonly (string | null)[]): Reason {
  const told = words.filter(word => word !== null)
  if (told.some(word => gasp.test(word))) return 'gasp'
  return told.some(word => dark.test(word)) ? 'los' : 'none'
}

/** What names of PON ports on one card have in common: `gpon_1/2` of `gpon_1/2/3`. Null: it has no number. */
export const cardOf = (name: string): string | null => /^(.*\d)[/.:-]\d+$/.exec(name)?.[1] ?? null
/** The slot of a card that is named so. */
export const slotOf = (card: string): number | null => {
  const last = /(\d+)$/.exec(card)?.[1]
  return last === undefined ? null : Number(last)
}

const bad =
  /offline|not.?in.?service|out.?of.?service|fault|fail|abnormal|no.?power|absent|lost|inactive|deactiv|down/i
const good = /in.?service|normal|online|active|running|working|^up$|^ok$/i
/** Whether a card works, in the words of its vendor; null: cannot be told. */
export const cardWorks = (word: string | null): boolean | null =>
  word === null ? null : bad.test(word) ? false : good.test(word) ? true : null

/** A time by the clock of an OLT, which tells no zone: only differences of such times count. */
export function clockOf(text: string | null): number | null {
  const parts = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)/
    .exec(text ?? '')
    ?.slice(1)
    .map(Number)
  if (!parts) return null
  const time = Date.UTC(parts[0]!, parts[1]! - 1, parts[2], parts[3], parts[4], parts[5])
  return Number.isFinite(time) ? time : null
}
