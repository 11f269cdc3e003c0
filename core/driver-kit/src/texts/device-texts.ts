import { AsyncLocalStorage } from 'node:async_hooks'
import { isUtf8 } from 'node:buffer'
import { DeviceError } from '../contract/errors.ts'
import { decodeOctets, encodeAs, type Charset, type LegacyCharset } from './charsets.ts'
import { plausibility } from './plausible.ts'

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
