import type { Session } from '../contract/session.ts'
import { parseMac } from '../codecs/index.ts'
import { interfacesList, type Interface } from '../modules/index.ts'
import { hasBridgeMap, mayBeBridged, readBridgePorts } from './bridge-ports.ts'
import { byIfIndex } from './interfaces.ts'

/** A row of lldpLocPortTable. `part`: its texts did not all arrive. */
export interface LocalPort {
  part?: boolean
  num: number
  name: string | null
  subtype: number | null
  descr: string | null
}

/** The interface if exactly one was found: two interfaces can have the same MAC address. */
const single = (found: readonly Interface[]): Interface | undefined =>
  found.length === 1 ? found[0] : undefined

/**
 * Finds the interface of a local port. Agents number lldpLocPortNum in different ways, so the texts of the
 * port come first: its id or its description as name of an interface, its id as MAC address or ifIndex. Then
 * its number as bridge port, as IEEE 802.1AB defines it, then as ifIndex, unless its texts did not arrive. A
 * number is an ifIndex only if all of them are those of ports: ifIndex 1 may be `lo` or VLAN 1.
 */
export async function localInterfaces(
  session: Session,
  ports: readonly LocalPort[],
  ifIndexOf?: (localPort: number) => number,
): Promise<(port: LocalPort) => Interface | undefined> {
  const interfaces = await session.call(interfacesList, {})
  const indexed = byIfIndex(interfaces)
  const bridgePorts = (await hasBridgeMap(session)) ? await readBridgePorts(session) : () => undefined
  const portAt = (num: number) => [indexed.get(num)].find(one => one && mayBeBridged(one))
  const areIndexes = ports.every(({ num }) => portAt(num))
  const named = (name: string | null) =>
    name === null
      ? undefined
      : (single(interfaces.filter(one => one.name === name)) ??
        single(interfaces.filter(one => one.descr === name)))
  const withMac = (name: string | null) => {
    const mac = name === null ? null : parseMac(name)
    return mac === null ? undefined : single(interfaces.filter(one => one.mac_address === mac))
  }
  const numbered = (name: string | null) =>
    name !== null && /^\d+$/.test(name) ? indexed.get(Number(name)) : undefined
  return port =>
    (ifIndexOf && indexed.get(ifIndexOf(port.num))) ??
    named(port.name) ??
    named(port.descr) ??
    (port.subtype === 3 || port.subtype === null ? withMac(port.name) : undefined) ??
    (port.subtype === 7 ? numbered(port.name) : undefined) ??
    (port.part ? undefined : (bridgePorts(port.num) ?? (areIndexes ? portAt(port.num) : undefined)))
}
