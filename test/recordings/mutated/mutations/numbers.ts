import { isUnder, oidParts } from '@linecard/driver-kit'
import { portsOf } from '@linecard/driver-kit/codecs'
import { recordingOf, type Recording } from '@linecard/driver-kit/recording'
import { bridgePortPlaces, ifIndexPlaces, type Places } from './places.ts'

const bridge = '1.3.6.1.2.1.17'
const basePort = `${bridge}.1.4.1.2`
const lldpPorts: Places = {
  indexes: [
    ['1.0.8802.1.1.2.1.3.7.1', 0],
    ['1.0.8802.1.1.2.1.4.1.1', 1],
    ['1.0.8802.1.1.2.1.4.2.1', 1],
  ],
}
const lldpPortId = '1.0.8802.1.1.2.1.3.7.1.3'
const powerPorts: Places = { indexes: [['1.3.6.1.2.1.105.1.1.1', 1]] }

const last = (oid: string): number => oidParts(oid).at(-1)!
const join = (...all: readonly Places[]): Places => ({
  indexes: all.flatMap(({ indexes }) => indexes),
  values: all.flatMap(({ values = [] }) => values),
  lists: all.flatMap(({ lists = [] }) => lists),
  pointers: all.flatMap(({ pointers = [] }) => pointers),
})
const entriesOf = ({ indexes, values = [], lists = [] }: Places): string[] => [
  ...indexes.map(([entry]) => entry),
  ...values,
  ...lists,
]
/** All numbers of these places; 0 means none. */
const numbersAt = (recording: Recording, { indexes, values = [], lists = [] }: Places): number[] =>
  [
    ...indexes.flatMap(([entry, part]) =>
      Array.from(recording.below(entry), ({ oid }) => oidParts(oid.slice(entry.length + 1))[part! + 1]!),
    ),
    ...values.flatMap(column => Array.from(recording.below(column), ({ value }) => Number(value))),
    ...lists.flatMap(column =>
      [...recording.below(column)].flatMap(({ value }) => (Buffer.isBuffer(value) ? portsOf(value) : [])),
    ),
  ].filter(number => number > 0)
/** The FDB, the PVIDs and the lists of a bridge, each by itself: some agents have ifIndexes in one of them. */
const bridgeTables: readonly Places[] = [
  ...bridgePortPlaces.indexes.map(index => ({ indexes: [index] })),
  ...(bridgePortPlaces.values ?? []).map(column => ({ indexes: [], values: [column] })),
  { indexes: [], lists: bridgePortPlaces.lists ?? [] },
]

/** The recording without the tables of these places. */
export const without = (recording: Recording, doubtful: readonly Places[]): Recording => {
  const gone = doubtful.flatMap(entriesOf)
  return gone.length === 0
    ? recording
    : recordingOf([...recording].filter(({ oid }) => !gone.some(entry => isUnder(oid, entry))))
}

interface Known {
  places: Places
  /** Places with numbers of which only the vendor knows what they count. Their tables are left out. */
  doubtful: Places[]
}

/** Sorts places by whether all their numbers are of a kind. */
function sorted(
  recording: Recording,
  kind: Places,
  all: ReadonlySet<number>,
  others: readonly Places[],
): Known {
  // The id of a local port can be its number as text, which is not renumbered.
  const isText = [...recording.below(lldpPortId)].some(
    ({ value }) => Buffer.isBuffer(value) && /^\d+$/.test(value.toString('latin1')),
  )
  const isOf = (places: Places) =>
    !(isText && places === lldpPorts) && numbersAt(recording, places).every(number => all.has(number))
  return { places: join(kind, ...others.filter(isOf)), doubtful: others.filter(places => !isOf(places)) }
}

/**
 * Where the recording has an ifIndex. Without dot1dBasePortTable, or if it maps every port to itself, agents
 * do not tell bridge ports from ifIndexes.
 */
export function portPlaces(recording: Recording): Known {
  const bases = [...recording.below(basePort)]
  const isSame = bases.every(({ oid, value }) => value === last(oid))
  const all = new Set(Array.from(recording.below('1.3.6.1.2.1.2.2.1.3'), ({ oid }) => last(oid)))
  const known = sorted(recording, ifIndexPlaces, all, [
    ...(isSame ? [...bridgeTables, lldpPorts] : []),
    powerPorts,
  ])
  if (isSame) return known
  const base = basePortPlaces(recording)
  return { ...known, doubtful: [...known.doubtful, ...base.doubtful, lldpPorts] }
}

/** Where the recording has a bridge port. LLDP-MIB recommends it as the number of a local port. */
export function basePortPlaces(recording: Recording): Known {
  const all = new Set(Array.from(recording.below(basePort), ({ oid }) => last(oid)))
  return sorted(recording, { indexes: [], values: [] }, all, [...bridgeTables, lldpPorts])
}
