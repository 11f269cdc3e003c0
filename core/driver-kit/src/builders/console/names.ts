import { createHash } from 'node:crypto'
import type { Interface } from '../../modules/index.ts'

/**
 * Words that consoles write for one kind of port, and the type of interface that they mean.
 * `GigabitEthernet`, `Gi` and `ge` are one word: a device prints both forms.
 */
const kinds: readonly (readonly [type: string, words: readonly string[]])[] = [
  ['ETH', ['', 'port', 'p', 'unit']],
  ['ETH', ['eth', 'et', 'ethernet', 'e']],
  ['ETH', ['fa', 'fe', 'fastethernet', 'fasteth']],
  ['ETH', ['gi', 'ge', 'g', 'gig', 'gigabit', 'gigabitethernet', 'gigaethernet', 'gei']],
  ['ETH', ['te', 'xe', 'xge', 'xg', 'xgei', 'tengig', 'tengige', 'tengigabitethernet', 'xgigabitethernet']],
  ['ETH', ['tw', 'twogigabitethernet']],
  ['ETH', ['twe', 'twentyfivegige', 'twentyfivegigabitethernet', 'tf', 'wge', '25ge']],
  ['ETH', ['fo', 'fortygige', 'fortygigabitethernet', 'fge', '40ge']],
  ['ETH', ['hu', 'hundredgige', 'hundredgigabitethernet', 'hge', '100ge']],
  ['ETH', ['mgmt', 'ma', 'management', 'mgmteth', 'mgmtethernet']],
  ['ETH', ['meth', 'me']],
  ['ETH', ['mge', 'mgigabitethernet']],
  ...['oob', 'ether', 'sfp', 'swp', 'combo'].map(word => ['ETH', [word]] as const),
  [
    'LACP',
    ['po', 'portchannel', 'ethtrunk', 'bagg', 'bridgeaggregation', 'ragg', 'ae', 'trunk', 'lag', 'ch'],
  ],
  ['VLAN', ['vl', 'vlan', 'vlanif', 'vlaninterface', 'vlanint', 'irb', 'vlanid']],
  ['LOOPBACK', ['lo', 'loop', 'loopback', 'inloop', 'inloopback']],
  ['TUNNEL', ['tu', 'tunnel', 'tun']],
  ['VIRTUAL', ['null', 'nu', 'nve', 'vtep', 'register', 'registertunnel']],
]
const kindOf = new Map(
  kinds.flatMap(([type, words]) => words.map(word => [word, { type, short: words[0]! }] as const)),
)

/** The word and the place of a name: `Gi 1/0/3` is `gi` and `1/0/3`. Null for a name without a number. */
function partsOf(name: string): { word: string; place: string } | null {
  const bare = name.toLowerCase().replace(/\s+/g, '')
  // `25GE1/0/1`, `100GE1/0/1`: the word begins with digits.
  const fast = /^((?:25|40|100)ge)(\d.*)$/.exec(bare)
  const [, word, place] = fast ?? /^([a-z_-]*?)[-_]?(\d.*)$/.exec(bare) ?? []
  return word === undefined ? null : { word: word.replace(/[-_]/g, ''), place: place! }
}

/** One text for all forms of a name: `GigabitEthernet0/1`, `Gi 0/1` and `gi0/1` are `gi0/1`. */
export function canonicalPort(name: string): string {
  const parts = partsOf(name)
  if (!parts) return name.toLowerCase().replace(/\s+/g, '')
  return `${kindOf.get(parts.word)?.short ?? parts.word}${parts.place}`
}

/** Type of an interface by its name; UNKNOWN for a word that no list has. */
export function typeOfName(name: string): string {
  // A unit or subinterface: `ge-0/0/1.100`.
  if (/^[a-z].*\d\.\d+$/i.test(name)) return 'VIRTUAL'
  const parts = partsOf(name)
  return (parts && kindOf.get(parts.word)?.type) ?? (/^(?:lo|null)$/i.test(name) ? 'VIRTUAL' : 'UNKNOWN')
}

/**
 * Stable bind key of an interface that only its name identifies: 47 bits of the SHA-256 of the canonical
 * name, above all values that an ifIndex can have (2^47 to 2^48).
 */
export const bindKeyOfName = (name: string): number =>
  (createHash('sha256').update(canonicalPort(name)).digest().readUIntBE(0, 6) % 2 ** 47) + 2 ** 47

/** A group address (I/G bit, IEEE 802): no station has it. */
export const isGroup = (mac: string): boolean => (parseInt(mac.slice(0, 2), 16) & 1) === 1

/** Words for the device itself in place of a port. */
export const isDevice = (name: string): boolean =>
  /^(?:cpu\d*|router|switch|self|system|sup(?:-\S*)?|drop|0|-+)$/i.test(name)

/** Finds an interface by a name of the console. Undefined if none, or more than one, has the name. */
export type PortFinder = (name: string) => Interface | undefined

const unique = (
  interfaces: readonly Interface[],
  nameOf: (one: Interface) => string | null | undefined,
): Map<string, Interface> =>
  new Map(
    [
      ...Map.groupBy(
        interfaces.filter(one => nameOf(one)),
        one => nameOf(one)!,
      ),
    ].flatMap(([name, found]) => (found.length === 1 ? [[name, found[0]!] as const] : [])),
  )
/**
 * Zyxel's agents count their ports from 0 (`swp13`), the console and the panel from 1: port 14 is ifIndex 14,
 * in a stack ifIndex 114 is port 14 of unit 1.
 */
function panelNumber({ name, if_index: index }: Interface): string | null {
  const counted = /^swp0*(\d+)$/.exec(name)?.[1]
  if (counted === undefined || index === null) return null
  if (index === Number(counted) + 1) return String(index)
  return index > 100 && index < 1000 ? `${Math.floor(index / 100)}/${index % 100}` : null
}

/** The last number of the name of a port: the console of a single switch says `5` where IF-MIB says `1/5`. */
export const lastNumber = (one: Interface): string | null =>
  one.type === 'ETH'
    ? (panelNumber(one) ?? /(\d+)$/.exec(one.name)?.[1]?.replace(/^0+(?=\d)/, '') ?? null)
    : null

/** Names of the console as interfaces of the list, whose names may come from IF-MIB. */
export function portFinder(interfaces: readonly Interface[]): PortFinder {
  const exact = unique(interfaces, ({ name }) => name)
  const canonical = unique(interfaces, ({ name }) => canonicalPort(name))
  const byDescr = unique(interfaces, ({ descr }) => (descr ? canonicalPort(descr) : null))
  const byNumber = unique(interfaces, lastNumber)
  return name =>
    exact.get(name) ??
    canonical.get(canonicalPort(name)) ??
    byDescr.get(canonicalPort(name)) ??
    (/^\d+(?:\/\d+)?$/.test(name) ? byNumber.get(name.replace(/^0+(?=\d)/, '')) : undefined)
}
