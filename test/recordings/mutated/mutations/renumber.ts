import { isUnder, SnmpType } from '@linecard/driver-kit'
import { recordingOf, type Recording } from '@linecard/driver-kit/recording'
import type { Device } from '../devices.ts'
import { shuffled, type Mutation } from '../mutation.ts'
import { basePortPlaces, portPlaces, without } from './numbers.ts'
import {
  bridgePortPlaces,
  entityPlaces,
  hostPlaces,
  numbersIn,
  remotePlaces,
  renumber,
  type Places,
} from './places.ts'

const enterprises = '1.3.6.1.4.1'

/**
 * Without the tables of vendors: nobody but the vendor knows where they have a number of a port, so they
 * cannot be renumbered along. The identity of the device and the standard tables stay.
 */
const standardOnly = (recording: Recording): Recording =>
  recordingOf([...recording].filter(({ oid }) => !isUnder(oid, enterprises)))

/** Numbers of rows and the keys made of them: they mean the place in a table, not the thing. */
const placeNames: ReadonlySet<string> = new Set([
  'if_index',
  'parent',
  'virtual_iface_id',
  'port_id',
  'loc_port_id',
])

/** The name that an interface without a name gets from its number. */
const numbered = /^if\d+$/

/** An answer without numbers of rows. The `id` of an interface is one, that of a VLAN is not. */
export function withoutNumbers(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(withoutNumbers)
  if (typeof data === 'string') return data.replace(numbered, 'if')
  if (typeof data !== 'object' || data === null) return data
  const isInterface = 'if_index' in data
  return Object.fromEntries(
    Object.entries(data)
      .filter(([key]) => !placeNames.has(key) && !(isInterface && key === 'id'))
      .map(([key, value]) => [key, withoutNumbers(value)]),
  )
}

/** Every number gets another place among those that are there, so that it stays a plausible one. */
function permutation(random: () => number, numbers: readonly number[]): Change {
  const to = new Map(shuffled(random, numbers).map((number, at) => [numbers[at]!, number]))
  return number => to.get(number) ?? number
}
/** Every number becomes a larger one that is free: as after a card was added in front. */
function shift(random: () => number, numbers: readonly number[], all: readonly number[]): Change {
  const by = 1 + Math.floor(random() * 50)
  const taken = new Set(all)
  const to = new Map<number, number>()
  for (const number of numbers) {
    let free = number + by
    while (taken.has(free)) free++
    taken.add(free)
    to.set(number, free)
  }
  return number => to.get(number) ?? number
}
/** Every number is above 2^31, as agents have them that pack the place of a port into all 32 bits. */
const enlarge: MakeChange = (_random, numbers) => {
  const moved = new Set(numbers)
  return number => (moved.has(number) && number < 2 ** 31 ? number + 2 ** 31 : number)
}
/** INTEGER has a sign: such an agent sends a number above 2^31 as its negative twin. */
const signed = (recording: Recording): Recording =>
  recordingOf(
    Array.from(recording, varbind =>
      varbind.type === SnmpType.Integer && typeof varbind.value === 'number' && varbind.value >= 2 ** 31
        ? { ...varbind, value: varbind.value - 2 ** 32 }
        : varbind,
    ),
  )
type Change = (number: number) => number
type MakeChange = (random: () => number, numbers: readonly number[], all: readonly number[]) => Change

/** ethernetCsmacd, fastEther, fastEtherFX, gigabitEthernet: the number of a VLAN or a loopback can have a meaning. */
const portTypes: ReadonlySet<unknown> = new Set([6, 62, 69, 117])
const portsOf = (recording: Recording): number[] =>
  [...recording.below('1.3.6.1.2.1.2.2.1.3')]
    .flatMap(({ oid, value }) => (portTypes.has(value) ? [Number(oid.slice(oid.lastIndexOf('.') + 1))] : []))
    .filter(port => !isSonic(recording) || port <= sonicPorts)
    .filter((port, _, all) => !all.some(one => isPlaced(recording, one)) || isPlaced(recording, port))

/**
 * SmartAX packs the place of a port into its ifIndex: kind 7 in 7 bits, frame in 6, slot in 6, port in 7, and
 * six zeros. ifName writes the same place. Such a number never is that of an interface without a place
 * (`meth0`), so there only ports with a place change theirs.
 */
function isPlaced(recording: Recording, ifIndex: number): boolean {
  const name = recording.get(`1.3.6.1.2.1.31.1.1.1.1.${ifIndex}`)?.value
  const [, frame, slot, port] = /^ethernet(\d+)\/(\d+)\/(\d+)$/.exec(String(name)) ?? []
  if (port === undefined) return false
  return ((7 * 64 + Number(frame)) * 64 + Number(slot)) * 2 ** 13 + Number(port) * 64 === ifIndex
}

/**
 * SONiC makes entPhysicalIndex of the ifIndex: 10^9 + ifIndex × 100 + place in the port. Above this ifIndex
 * the number has another meaning (management, VLANs).
 */
const sonicPorts = 9_999
const isSonic = (recording: Recording): boolean =>
  /sonic/i.test(String(recording.get('1.3.6.1.2.1.1.1.0')?.value))
const sonicEntity =
  (to: Change): Change =>
  index => {
    const ifIndex = Math.floor((index - 1e9) / 100)
    return ifIndex >= 1 && ifIndex <= sonicPorts ? index + (to(ifIndex) - ifIndex) * 100 : index
  }

/**
 * C-Data before firmware 3: the ifIndex of a port is its number on the panel, which the model alone tells
 * (its ports of each kind); ifTable has no name to know a port by. So an ifIndex cannot move there. Checked: the
 * family counts so, and the ifIndexes of this device are such numbers.
 */
const panelFamilies = /^(?:fd11|(?:epon-12|gpon-16)\d\d)$/
const mostOnPanel = 32
const portsAreFixed = ({ known, recording }: Device): boolean =>
  known.driver.id === 'cdata' &&
  panelFamilies.test(known.family.id) &&
  portsOf(recording).every(port => port <= mostOnPanel)

interface Placed {
  base: Recording
  places: Places
  numbers: number[]
  /** entPhysicalIndex is made of these numbers. */
  entitiesAlong?: boolean
}

/** Mutations that move the ifIndexes of ports. */
const portsMove: ReadonlySet<string> = new Set(['ports-swapped', 'ports-moved', 'ports-large'])

const kind = (
  id: string,
  text: string,
  change: MakeChange,
  placesIn: (base: Recording) => Placed,
): Mutation => ({
  id,
  text,
  mutants(device, random) {
    const { recording } = device
    if (portsMove.has(id) && portsAreFixed(device)) return []
    const { base, places, numbers, entitiesAlong } = placesIn(standardOnly(recording))
    if (numbers.length < 2) return []
    const to = change(random, numbers, numbersIn(base, places))
    const changed = signed(renumber(base, places, to))
    const agent = {
      recording: entitiesAlong ? renumber(changed, entityPlaces, sonicEntity(to)) : changed,
      faults: [],
    }
    return [{ what: id, agent, base, same: withoutNumbers }]
  },
})

const fixed = (places: Places) => (base: Recording) => ({ base, places, numbers: numbersIn(base, places) })
const ports = (base: Recording) => {
  const { places, doubtful } = portPlaces(base)
  return { base: without(base, doubtful), places, numbers: portsOf(base), entitiesAlong: isSonic(base) }
}
/** A PortList has a bit for each number up to its largest: none has 2^31 of them. */
const withoutLists = ({ base, places, ...more }: Placed): Placed => {
  const { lists = [], ...others } = places
  // 10^9 + ifIndex × 100 does not fit.
  const numbers = more.entitiesAlong ? [] : more.numbers
  return { ...more, numbers, base: without(base, [{ indexes: [], lists }]), places: others }
}
const bridgePorts = (base: Recording) => {
  const { places, doubtful } = basePortPlaces(base)
  return { base: without(base, doubtful), places, numbers: numbersIn(base, bridgePortPlaces) }
}

export const renumberings: readonly Mutation[] = [
  kind(
    'ports-swapped',
    'ifIndexes of ports change places, in every standard table alike',
    permutation,
    ports,
  ),
  kind('ports-moved', 'Ports get larger ifIndexes, in every standard table alike', shift, ports),
  kind('ports-large', 'Ports get ifIndexes above 2^31, in every standard table alike', enlarge, base =>
    withoutLists(ports(base)),
  ),
  kind(
    'bridge-ports',
    'Bridge ports change places, in dot1dBasePortTable, FDBs and PortLists alike',
    permutation,
    bridgePorts,
  ),
  kind(
    'entities',
    'entPhysicalIndexes grow, with sensors, containers and aliases',
    shift,
    fixed(entityPlaces),
  ),
  kind('host-rows', 'hrDeviceIndex and hrStorageIndex grow', shift, fixed(hostPlaces)),
  kind('neighbours', 'lldpRemTimeMark and lldpRemIndex grow', shift, fixed(remotePlaces)),
]
