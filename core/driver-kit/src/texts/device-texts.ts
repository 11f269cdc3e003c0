import { AsyncLocalStorage } from 'node:async_hooks'
import { isUtf8 } from 'node:buffer'
import { DeviceError } from '../contract/errors.ts'
import { decodeOctets, encodeAs, type Charset, type LegacyCharset } from './charsets.ts'

/** How often letters are in Ukrainian and Russian texts, in per cent. */
const frequencies: Readonly<Record<string, number>> = Object.fromEntries(
  (
    'о9.5 а8 е7 и6.5 н6.7 т5.8 с5 р4.8 в4.8 л4 к3.7 і3 м3.1 д3 п2.7 у3 я2.2 ь1.7 г1.5 з2 б1.7 ч1.4 й1.2 ' +
    'х1.1 ж0.9 ш0.8 ю0.8 ы0.9 ц0.7 щ0.4 ї0.6 є0.5 э0.2 ф0.4'
  )
    .split(' ')
    .map(one => [one[0]!, Number(one.slice(1))]),
)
/** A letter of this frequency says nothing. */
const usual = 2.5
const rare = 0.05

const letter = /\p{L}/u
const cyrillic = /\p{Script=Cyrillic}/u
const words = /[\p{L}\p{M}]+/gu

/** Words of one alphabet, in lower case, in capitals, or with a capital at the beginning. */
function cyrillicScore(text: string): number {
  let score = 0
  for (const character of text) if (character >= '\x80' && !letter.test(character)) score -= 1
  for (const [word] of text.matchAll(words)) {
    const own = [...word].filter(one => cyrillic.test(one))
    if (own.length === 0) continue
    if (own.length < word.length) score -= 5
    for (const one of own) score += Math.log((frequencies[one.toLowerCase()] ?? rare) / usual)
    score -= 3 * [...word.matchAll(/\p{Ll}\p{Lu}/gu)].length
    // Capitals alone are rarer than small letters.
    if (own.length > 2 && word === word.toUpperCase()) score -= 1.5
  }
  return score
}

/** Letters with accents stand between plain ones; long runs of them are no language. */
function latinScore(text: string): number {
  let score = 0
  for (const [run] of text.matchAll(/[\x80-\u00ff]+/g)) score -= run.length > 1 ? 2 * (run.length - 1) : 0
  for (const [, symbol] of text.matchAll(/([\x80-\u00bf\u00d7\u00f7])/g)) if (symbol) score -= 1
  for (const [word] of text.matchAll(words)) {
    const plain = [...word].filter(one => one < '\x80').length
    const accented = word.length - plain
    if (accented > 0 && plain >= 2 * accented) score += 4.5 * accented
  }
  return score
}

/** The first level of GB 2312 has the characters in daily use. */
function gbkScore(octets: Buffer): number {
  let score = 0
  for (let at = 0; at < octets.length; at++) {
    const first = octets[at]!
    if (first < 0x80) continue
    const second = octets[++at] ?? 0
    const daily = first >= 0xb0 && first <= 0xd7 && second >= 0xa1 && second <= 0xfe
    score += daily ? 1.5 : first >= 0x81 && second >= 0x40 && second !== 0x7f && second !== 0xff ? -1.5 : -8
  }
  return score
}

/** How much a text speaks for each charset that is not UTF-8. Only differences mean anything. */
const plausibility = (octets: Buffer): Record<LegacyCharset, number> => ({
  cp1251: cyrillicScore(decodeOctets(octets, 'cp1251')),
  'koi8-u': cyrillicScore(decodeOctets(octets, 'koi8-u')),
  'latin-1': latinScore(octets.toString('latin1')),
  gbk: gbkScore(octets),
})

/** What is known of the charset of a device. It is decided once, over its texts, and does not change. */
export interface CharsetMemory {
  /** Null: its texts have not decided yet. */
  decided: LegacyCharset | null
  /** How much the texts so far speak for each charset. */
  readonly scores: Record<LegacyCharset, number>
  /** Texts that were counted: each one counts once. */
  readonly seen: Set<string>
}

/** Texts of a device that are looked at before its charset stays unknown. */
const maxSeen = 500
/** The score, and the lead over all other charsets, that decide. One short word has not got them. */
const lead = 4

/** Nothing is known of the device yet. */
export const createCharsetMemory = (): CharsetMemory => ({
  decided: null,
  // CP1251 is far more common than KOI8 on devices.
  scores: { cp1251: 0.5, 'koi8-u': 0, 'latin-1': 0, gbk: 0 },
  seen: new Set(),
})

/** The texts of the device that is asked. */
export interface DeviceTexts {
  /** As the access profile says; null: its texts decide. */
  readonly set: Charset | null
  readonly memory: CharsetMemory
}

const present = new AsyncLocalStorage<DeviceTexts>()

/** Runs code that reads and writes texts of a device. */
export const withTexts = <T>(texts: DeviceTexts, work: () => T): T => present.run(texts, work)

function decide(memory: CharsetMemory): void {
  const [[best, most], [, next]] = Object.entries(memory.scores).toSorted(([, a], [, b]) => b - a) as [
    [LegacyCharset, number],
    [LegacyCharset, number],
  ]
  if (most >= lead && most - next >= lead) memory.decided = best
}

/** Counts a text that is not UTF-8. */
function count(octets: Buffer, memory: CharsetMemory): void {
  const key = octets.toString('latin1')
  if (memory.seen.has(key) || memory.seen.size >= maxSeen) return
  memory.seen.add(key)
  const own = plausibility(octets.subarray(0, 256))
  for (const [charset, score] of Object.entries(own)) memory.scores[charset as LegacyCharset] += score
  decide(memory)
}

/** What is neither ASCII nor UTF-8: octets whose charset cannot be read from themselves. */
export const isForeign = (octets: Buffer): boolean => !isUtf8(octets)

/** Whether the charset of the present device is still open. */
export const isOpen = (): boolean => {
  const texts = present.getStore()
  return texts !== undefined && texts.set === null && texts.memory.decided === null
}

/**
 * A text that is not UTF-8. While the device has not decided, each octet beyond ASCII is U+FFFD: another
 * reading would have to be taken back. Without a device it is Latin-1, which has a character for every octet.
 */
export function decodeForeign(octets: Buffer): string {
  const texts = present.getStore()
  if (!texts) return octets.toString('latin1')
  if (texts.set !== null) return decodeOctets(octets, texts.set)
  if (texts.memory.decided === null) count(octets, texts.memory)
  const { decided } = texts.memory
  return decided === null
    ? octets.toString('latin1').replace(/[\x80-\xff]/g, '\ufffd')
    : decodeOctets(octets, decided)
}

/** Whether the access profile says that the texts of the present device are not UTF-8. */
export const isSetForeign = (): boolean => {
  const set = present.getStore()?.set ?? null
  return set !== null && set !== 'utf-8'
}

/** The charset in which a device gets texts. */
export const writtenCharset = ({ set, memory }: DeviceTexts): Charset => set ?? memory.decided ?? 'utf-8'

/**
 * A text as the present device stores it. @throws DeviceError BadArgument for a character that its charset
 * does not have
 */
export function encodeText(text: string, argument = 'description'): Buffer {
  const texts = present.getStore()
  const charset = texts ? writtenCharset(texts) : 'utf-8'
  const octets = encodeAs(text, charset)
  if (!('cannot' in octets)) return octets
  throw new DeviceError(
    'BadArgument',
    `The device stores texts in ${charset}, which has no ${JSON.stringify(octets.cannot)}. ` +
      'Write it without, or set "charset" in the access profile.',
    { argument },
  )
}
