import { isUnder, oidParts, type Varbind } from '@linecard/driver-kit'
import { portsOf } from '@linecard/driver-kit/codecs'
import { recordingOf, type Recording } from '@linecard/driver-kit/recording'

const mib2 = '1.3.6.1.2.1'
const bridge = `${mib2}.17`
const lldp = '1.0.8802.1.1.2.1'

/**
 * Where the standard MIBs have a number of one kind. `indexes`: table entries, with the parts of the index
 * that are such a number. `values`: columns whose value is one. `lists`: PortLists. `pointers`: columns whose
 * value is an OID that ends in one.
 */
export interface Places {
  indexes: readonly (readonly [entry: string, ...parts: number[]])[]
  values?: readonly string[]
  lists?: readonly string[]
  pointers?: readonly string[]
}

/** InterfaceIndex: IF-MIB, IP-MIB, EtherLike-MIB, MAU-MIB, BRIDGE-MIB, ENTITY-MIB, RMON-MIB. */
export const ifIndexPlaces: Places = {
  indexes: [
    [`${mib2}.2.2.1`, 0],
    [`${mib2}.31.1.1.1`, 0],
    [`${mib2}.31.1.2.1`, 0, 1],
    [`${mib2}.31.1.4.1`, 0],
    [`${mib2}.4.22.1`, 0],
    [`${mib2}.4.35.1`, 0],
    [`${mib2}.10.7.2.1`, 0],
    [`${mib2}.26.2.1.1`, 0],
    [`${mib2}.26.5.1.1`, 0],
  ],
  values: [
    `${mib2}.4.20.1.2`,
    `${mib2}.4.34.1.3`,
    `${mib2}.4.21.1.2`,
    `${mib2}.4.24.4.1.5`,
    `${mib2}.4.24.7.1.7`,
    `${bridge}.1.4.1.2`,
  ],
  pointers: [`${mib2}.47.1.3.2.1.2`, `${mib2}.16.1.1.1.2`],
}

/** The bridge port of BRIDGE-MIB and Q-BRIDGE-MIB. */
export const bridgePortPlaces: Places = {
  indexes: [
    [`${bridge}.1.4.1`, 0],
    [`${bridge}.2.15.1`, 0],
    [`${bridge}.4.4.1`, 0],
    [`${bridge}.7.1.4.5.1`, 0],
  ],
  values: [`${bridge}.4.3.1.2`, `${bridge}.7.1.2.2.1.2`],
  lists: [
    ...[4, 5].map(arc => `${bridge}.7.1.4.2.1.${arc}`),
    ...[2, 3, 4].map(arc => `${bridge}.7.1.4.3.1.${arc}`),
    // IEEE8021-Q-BRIDGE-MIB.
    ...[4, 5, 6].map(arc => `1.3.111.2.802.1.1.4.1.4.3.1.${arc}`),
  ],
}

/** entPhysicalIndex of ENTITY-MIB, ENTITY-SENSOR-MIB and ENTITY-STATE-MIB. */
export const entityPlaces: Places = {
  indexes: [
    [`${mib2}.47.1.1.1.1`, 0],
    [`${mib2}.47.1.3.2.1`, 0],
    [`${mib2}.47.1.3.3.1`, 0, 1],
    [`${mib2}.99.1.1.1`, 0],
    [`${mib2}.131.1.1.1`, 0],
  ],
  values: [`${mib2}.47.1.1.1.1.4`],
}

/** hrDeviceIndex and hrStorageIndex of HOST-RESOURCES-MIB. */
export const hostPlaces: Places = {
  indexes: [
    [`${mib2}.25.3.2.1`, 0],
    [`${mib2}.25.3.3.1`, 0],
    [`${mib2}.25.2.3.1`, 0],
  ],
}

/** lldpRemTimeMark and lldpRemIndex of LLDP-MIB. */
export const remotePlaces: Places = {
  indexes: [
    [`${lldp}.4.1.1`, 0, 2],
    [`${lldp}.4.2.1`, 0, 2],
  ],
}

/** A PortList with the ports renumbered. */
function listOf(ports: readonly number[]): Buffer {
  const list = Buffer.alloc(Math.ceil(Math.max(0, ...ports) / 8))
  for (const port of ports) list[(port - 1) >> 3]! |= 0x80 >> ((port - 1) & 7)
  return list
}

function renumbered(varbind: Varbind, places: Places, to: (number: number) => number): Varbind {
  let { oid, value } = varbind
  const entry = places.indexes.find(([prefix]) => isUnder(oid, prefix))
  if (entry) {
    const [prefix, ...parts] = entry
    const [column, ...index] = oidParts(oid.slice(prefix.length + 1))
    for (const part of parts) if (index[part] !== undefined) index[part] = to(index[part])
    oid = [prefix, column, ...index].join('.')
  }
  const isIn = (columns: readonly string[] = []) => columns.some(column => isUnder(varbind.oid, column))
  if (isIn(places.values) && typeof value === 'number' && value > 0) value = to(value)
  if (isIn(places.lists) && Buffer.isBuffer(value)) value = listOf(portsOf(value).map(to))
  if (isIn(places.pointers) && typeof value === 'string' && isUnder(value, `${mib2}.2.2.1`)) {
    const parts = oidParts(value)
    value = [...parts.slice(0, -1), to(parts.at(-1)!)].join('.')
  }
  return { ...varbind, oid, value }
}

/** The recording with the numbers of these places changed everywhere. */
export const renumber = (
  recording: Iterable<Varbind>,
  places: Places,
  to: (number: number) => number,
): Recording => recordingOf(Array.from(recording, varbind => renumbered(varbind, places, to)))

/** The numbers that a recording has in the first part of these indexes, and at these values. */
export function numbersIn(recording: Recording, places: Places): number[] {
  const found = new Set<number>()
  for (const [entry, ...parts] of places.indexes)
    for (const { oid } of recording.below(entry))
      for (const part of parts) found.add(oidParts(oid.slice(entry.length + 1))[part + 1]!)
  return [...found].filter(number => number > 0)
}
