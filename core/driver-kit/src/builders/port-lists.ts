import type { Session } from '../contract/session.ts'
import { portsOf } from '../codecs/index.ts'
import { interfacesList, type Interface } from '../modules/index.ts'
import { fromOctets, unknownValue, type Column } from '../table/column.ts'
import { readBridgePorts, type BridgePortOptions } from './bridge-ports.ts'
import { byIfIndex } from './interfaces.ts'

/** How an agent writes the members of a VLAN. By default as PortList (RFC 4363): one bit a bridge port. */
export interface QBridgeVlanOptions extends BridgePortOptions {
  /**
   * For octets that are not a PortList of bridge ports: returns the ifIndexes in them (Raisecom: four octets
   * each).
   */
  memberIfIndexes?: (list: Buffer) => number[]
  /** The octets list bridge ports in another format than PortList (Junos: decimal numbers with commas). */
  memberPorts?: (list: Buffer) => number[]
}

/** A list that an agent sends as hexadecimal text, `ff 80 00`: its characters are no bits of ports. */
const asText = /^[\da-f]{2}(?:[ :-][\da-f]{2})+\s*$/i

/** A PortList. An empty list means that there is no port. Without the column the ports are unknown. */
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

/** The interfaces in a list. `lost` gets the numbers that no interface is known for. */
export type Members = (list: Buffer, lost?: Set<number>) => Interface[]

/** What places the members of the lists: the same rule as for the ports of the FDB. */
export async function readMembers(
  session: Session,
  { memberIfIndexes, memberPorts = portsOf, ...options }: QBridgeVlanOptions,
): Promise<Members> {
  const interfaces = memberIfIndexes && byIfIndex(await session.call(interfacesList, {}))
  const placed = interfaces
    ? (ifIndex: number) => interfaces.get(ifIndex)
    : await readBridgePorts(session, options)
  const numbersIn = memberIfIndexes ?? memberPorts
  return (list, lost) =>
    numbersIn(list).flatMap(number => {
      const one = placed(number)
      if (!one) lost?.add(number)
      return one ?? []
    })
}
