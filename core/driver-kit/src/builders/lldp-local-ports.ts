import type { Session } from '../contract/session.ts'
import { parseMac } from '../codecs/index.ts'
import { interfacesList, type Interface } from '../modules/index.ts'
import { mayBeBridged, readBridgeMap, readBridgePorts } from './bridge-ports.ts'
import { byIfIndex } from './interfaces.ts'
import type { LldpKind } from './lldp-ids.ts'

/** A row of lldpLocPortTable. `part`: its texts did not all arrive. */
export interface LocalPort {
  part?: boolean
  num: number
  name: string | null
  kind: LldpKind | null
  descr: string | null
}

/** The interface if exactly one was found: two interfaces can have the same MAC address. */
const single = (found: readonly Interface[]): Interface | undefined =>
  found.length === 1 ? found[0] : undefined

/** What lldpLocPortNum of an agent is. */
type Numbering = 'bridge port' | 'ifIndex' | 'either'

/**
 * A number is a bridge port, as IEEE 802.1AB defines it, if all of them are, and an ifIndex only if all of
 * them are those of ports: ifIndex 1 may be `lo` or VLAN 1. Where both are possible for some, only a gap in
 * the bridge ports below the last one decides: a map that ends before them may just have been cut.
 */
function numberingOf(
  nums: readonly number[],
  { ports, whole }: { ports: ReadonlySet<number>; whole: boolean },
  isPort: (num: number) => boolean,
): Numbering {
  const others = nums.filter(num => !ports.has(num))
  if (others.length === 0 || !nums.every(isPort)) return 'bridge port'
  const last = Math.max(...ports)
  const disproved = others.length === nums.length || others.some(num => num < last)
  return whole && disproved ? 'ifIndex' : 'either'
}

/**
 * Finds the interface of a local port. Agents number lldpLocPortNum in different ways, so the texts of the
 * port come first: its id or its description as name of an interface, its id as MAC address or ifIndex. Then
 * its number, unless its texts did not arrive. `neighbours`: the numbers of the ports that have a neighbour.
 */
export async function localInterfaces(
  session: Session,
  ports: readonly LocalPort[],
  neighbours: readonly number[],
  ifIndexOf?: (localPort: number) => number,
): Promise<(port: LocalPort) => Interface | undefined> {
  const interfaces = await session.call(interfacesList, {})
  const indexed = byIfIndex(interfaces)
  const withIndex = (num: number) => [indexed.get(num)].find(one => one && mayBeBridged(one))
  const nums = [...ports.map(({ num }) => num), ...neighbours]
  const map = await readBridgeMap(session)
  const byBridgePort = map.ports.size > 0 ? await readBridgePorts(session) : () => undefined
  const numbering = numberingOf(nums, map, num => withIndex(num) !== undefined)
  const withNumber = (num: number) => {
    const [bridged, one] = [byBridgePort(num), withIndex(num)]
    if (numbering !== 'either') return numbering === 'ifIndex' ? one : bridged
    return bridged === one || (map.whole && !bridged) ? one : undefined
  }
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
    (port.kind === 'mac' || port.kind === null ? withMac(port.name) : undefined) ??
    (port.kind === 'local' ? numbered(port.name) : undefined) ??
    (port.part ? undefined : withNumber(port.num))
}
