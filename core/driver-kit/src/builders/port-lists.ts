import type { Session } from '../contract/session.ts'
import { portsOf } from '../codecs/index.ts'
import { interfacesList, type Interface } from '../modules/index.ts'
import { fromOctets, unknownValue, type Column } from '../table/column.ts'
import { readBridgePorts, type BridgePortOptions } from './bridge-ports.ts'
import { byIfIndex } from './interfaces.ts'

/** The readings of one member of a list: its number, or several numbers of which one is an interface. */
type Reading = number | readonly number[]

/** How an agent writes the members of a VLAN. By default as PortList (RFC 4363): one bit a bridge port. */
export interface QBridgeVlanOptions extends BridgePortOptions {
  /**
   * For octets that are not a PortList of bridge ports: returns the ifIndex of each member (Raisecom: four
   * octets each, in an order that the software chooses: both readings). No number: octets of half a member.
   */
  memberIfIndexes?: (list: Buffer) => Reading[]
  /** The octets list bridge ports in another format than PortList (Junos: decimal numbers with commas). */
  memberPorts?: (list: Buffer) => number[]
}

/**
 * A list that an agent sends as hexadecimal text, `ff 80 00`: its characters are no bits of ports. Also if a
 * digit was lost.
 */
const asText = /^(?:0x)?[\da-f]{1,2}(?:[ :-][\da-f]{1,2})+\s*$/i

/**
 * A PortList, or a list of VLANs as bits. An empty list means that there is no port; null: the list did not
 * arrive or cannot be read, so the ports are unknown.
 */
export const portListAt = (oid: string): Column<Buffer> => {
  const raw = fromOctets(oid, octets => octets)
  return {
    oid,
    decode: cell => {
      const list = raw.decode(cell)
      return Buffer.isBuffer(list) && asText.test(list.toString('latin1')) ? unknownValue : list
    },
  }
}

/** The interfaces in a list. `lost` gets the members that no interface is known for. */
export type Members = (list: Buffer, lost?: Set<string>) => Interface[]

/** The interfaces that `placed` finds for the members of lists. */
export const membersBy =
  (
    placed: (number: number) => Interface | undefined,
    readings: (list: Buffer) => Reading[] = portsOf,
  ): Members =>
  (list, lost) =>
    readings(list).flatMap(reading => {
      const numbers = typeof reading === 'number' ? [reading] : reading
      const found = numbers.flatMap(number => placed(number) ?? [])
      if (found.length === 0) lost?.add(numbers.join(' '))
      return found
    })

/** What places the members of the lists: the same rule as for the ports of the FDB. */
export async function readMembers(
  session: Session,
  { memberIfIndexes, memberPorts, ...options }: QBridgeVlanOptions,
): Promise<Members> {
  if (!memberIfIndexes) return membersBy(await readBridgePorts(session, options), memberPorts)
  const interfaces = byIfIndex(await session.call(interfacesList, {}))
  return membersBy(ifIndex => interfaces.get(ifIndex), memberIfIndexes)
}

/**
 * VLANs of a port, from lists of bits that cover `size` VLANs each. The first bit of the first is VLAN 0.
 * A list that is shorter has zeros at its end. `isWhole`: all lists arrived; `beyond`: how many bits stand
 * behind the VLANs of their list.
 */
export function vlansOfLists(
  lists: readonly (Buffer | null)[],
  size: number,
): { ids: number[]; isWhole: boolean; beyond: number } {
  const bits = lists.map(list => (list ? portsOf(list) : []))
  return {
    ids: bits.flatMap((list, at) => list.flatMap(bit => (bit <= size ? [at * size + bit - 1] : []))),
    isWhole: lists.every(list => list !== null),
    beyond: bits.flat().filter(bit => bit > size).length,
  }
}
