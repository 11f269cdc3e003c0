import { parseMac } from '../codecs/mac.ts'
import { parseOnuSerial } from '../codecs/onu-serial.ts'

/**
 * Kinds of interfaces, each with the words that consoles and agents write for it: `Gi1/0/1`, `GE1/0/1` and
 * `GigabitEthernet1/0/1` name one port. Only these words are taken for one another.
 */
const kinds: readonly (readonly string[])[] = [
  ['ethernet', 'eth', 'et'],
  ['fastethernet', 'fa', 'fe'],
  ['gigabitethernet', 'gi', 'gig', 'gige', 'ge', 'gigaethernet', 'gigabit'],
  ['twogigabitethernet', 'tw', 'twogige'],
  ['fivegigabitethernet', 'fi', 'fivegige'],
  ['tengigabitethernet', 'te', 'ten', 'tengig', 'tengige', 'xge', 'xgigabitethernet', '10ge'],
  ['twentyfivegigabitethernet', 'twe', 'twentyfivegige', '25ge'],
  ['fortygigabitethernet', 'fo', 'fortygige', '40ge'],
  ['hundredgigabitethernet', 'hu', 'hundredgige', '100ge'],
  ['portchannel', 'po'],
  ['loopback', 'lo', 'loop'],
  ['vlan', 'vl'],
  ['tunnel', 'tu'],
]
const kindOf = new Map(kinds.flatMap(words => words.map(word => [word, words[0]!] as const)))

/** `10GE1/0/1`: the word begins with digits. What follows begins with the number of the port. */
const parts = /^((?:\d+(?=ge))?[a-z][a-z -]*?)[\s-]*(\d.*)$/

/** Equal for all forms of one name, in any case, short or long: a key under which names can be looked up. */
export function formless(name: string): string {
  const plain = name.trim().toLowerCase().replace(/\s+/g, ' ')
  const [, word, number] = parts.exec(plain) ?? []
  if (word === undefined) return plain
  const kind = kindOf.get(word.replace(/[\s-]/g, ''))
  return kind === undefined ? plain : `${kind} ${number}`
}

/** Length to which the inventory cuts names. */
const keptLength = 200

/**
 * Whether two texts are forms of one name of an interface: in any case, short or long. A description
 * (ifAlias) is no name.
 */
export const sameName = (one: string, other: string): boolean =>
  one === other ||
  formless(one) === formless(other) ||
  (Math.min(one.length, other.length) >= keptLength &&
    one.slice(0, keptLength) === other.slice(0, keptLength))

const formlessIdent = (ident: string): string =>
  parseMac(ident) ?? parseOnuSerial(ident) ?? ident.trim().toUpperCase()

/** Whether two texts are forms of one serial number or MAC address of an ONU. */
export const sameIdent = (one: string, other: string): boolean => formlessIdent(one) === formlessIdent(other)
