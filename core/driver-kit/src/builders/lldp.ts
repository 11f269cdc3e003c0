import { implement, type Implementation } from '../contract/implementation.ts'
import type { Session } from '../contract/session.ts'
import { ipOf, parseMac } from '../codecs/index.ts'
import { oidParts } from '../oid.ts'
import { interfacesList, lldpInfo, refOf, wanted, type Interface } from '../modules/index.ts'
import { integer, octets, readScalars, readTable, readWhole, table, text } from '../table/index.ts'
import { byIfIndex } from './interfaces.ts'
import { chassisKind, lldpIds, portKind, type LldpKind } from './lldp-ids.ts'
import { largest, mayBeBridged, readBridgeMap, readBridgePorts } from './bridge-ports.ts'

/** A row of lldpLocPortTable. `part`: its texts did not all arrive. */
interface LocalPort {
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
  areIndexes: boolean,
): Numbering {
  const others = nums.filter(num => !ports.has(num))
  if (others.length === 0 || !areIndexes) return 'bridge port'
  const last = largest(ports)
  const disproved = others.length === nums.length || others.some(num => num < last)
  return whole && disproved ? 'ifIndex' : 'either'
}

/**
 * Finds the interface of a local port. Agents number lldpLocPortNum in different ways, so the texts of the
 * port come first: its id or its description as name of an interface, its id as MAC address or ifIndex. Then
 * its number, unless its texts did not arrive. `neighbours`: the numbers of the ports that have a neighbour.
 */
async function localInterfaces(
  session: Session,
  ports: readonly LocalPort[],
  neighbours: readonly number[],
  ifIndexOf?: (localPort: number) => number,
): Promise<(port: LocalPort) => Interface | undefined> {
  const interfaces = await session.call(interfacesList, {})
  const indexed = byIfIndex(interfaces)
  const withIndex = (num: number) => [indexed.get(num)].find(one => one && mayBeBridged(one))
  const listed = ports.map(({ num }) => num)
  const map = await readBridgeMap(session)
  const byBridgePort = map.ports.size > 0 ? await readBridgePorts(session) : () => undefined
  // A stray row of a neighbour says nothing against ifIndexes that the agent lists.
  const areIndexes = (listed.length > 0 ? listed : neighbours).every(num => withIndex(num))
  const numbering = numberingOf([...listed, ...neighbours], map, areIndexes)
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

/** How to find the own port of a neighbour in agents whose LLDP-MIB does not tell it in the usual ways. */
export interface LldpOptions {
  /** ifIndex of a local port, for agents where the usual ways do not find it. */
  ifIndexOf?: (localPort: number) => number
  /**
   * ifIndex by lldpRemIndex, for agents whose index does not have the local port (RouterOS: port 0, or the
   * remote index alone).
   */
  ifIndexByRemote?: (session: Session) => Promise<ReadonlyMap<number, number>>
}

const root = '1.0.8802.1.1.2.1'
/** lldpLocalSystemData (LLDP-MIB, IEEE 802.1AB). */
const localSystem = table({
  subtype: chassisKind(`${root}.3.1.0`),
  chassis: octets(`${root}.3.2.0`),
  name: text(`${root}.3.3.0`),
})
/** lldpLocPortTable; index lldpLocPortNum. */
const localPorts = table({
  subtype: portKind(`${root}.3.7.1.2`),
  id: octets(`${root}.3.7.1.3`),
  descr: text(`${root}.3.7.1.4`),
})
/** lldpRemTable; index time mark, local port, remote index. */
const remotes = table({
  chassisSubtype: chassisKind(`${root}.4.1.1.4`),
  chassis: octets(`${root}.4.1.1.5`),
  portSubtype: portKind(`${root}.4.1.1.6`),
  port: octets(`${root}.4.1.1.7`),
  portDescr: text(`${root}.4.1.1.8`),
  name: text(`${root}.4.1.1.9`),
  descr: text(`${root}.4.1.1.10`),
})
/**
 * lldpRemManAddrIfId of lldpRemManAddrTable. In its index, the address follows the index of lldpRemTable:
 * family, length, octets.
 */
const management = table({ ifId: integer(`${root}.4.2.1.4`) })

/** The parts of an index of lldpRemTable: local port and remote index. */
interface RemoteIndex {
  num: number
  remote: number
}

/**
 * Local port and remote index. IEEE 802.1AB has a time mark before them. In an index of two parts one is
 * missing: the first part is the local port if it is one, else the second (after a time mark).
 */
function remoteIndex(parts: readonly number[], isLocal: (num: number) => boolean): RemoteIndex | null {
  const [first, second, third] = parts
  if (first === undefined || second === undefined) return null
  if (third !== undefined) return { num: second, remote: parts.at(-1)! }
  return isLocal(first) || !isLocal(second) ? { num: first, remote: second } : { num: second, remote: 1 }
}

/**
 * Management address of each neighbour, IPv4 first, by the last two parts of its index. The address has its
 * family and its length before it, so the place where they fit is the end of the index.
 */
async function managementAddresses(session: Session): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const index of (await readTable(session, management)).keys()) {
    const parts = oidParts(index)
    for (const end of [3, 2]) {
      const [family, length, ...rest] = parts.slice(end)
      const address = length === rest.length ? ipOf(rest) : null
      const key = parts.slice(end - 2, end).join('.')
      if (address !== null && (family === 1 || !found.has(key))) found.set(key, address)
      if (address !== null) break
    }
  }
  return found
}

/** `lldp_info` from LLDP-MIB (IEEE 802.1AB). */
export const lldp = (options: LldpOptions = {}): Implementation =>
  implement(
    lldpInfo,
    async (session, { load_only }) => {
      const ids = lldpIds(session)
      const local = await readScalars(session, localSystem)
      const { rows, lost } = await readWhole(session, localPorts)
      const ports = [...rows].map(([index, row]): LocalPort => ({
        part: lost.size > 0,
        num: Number(index),
        name: ids.read(localPorts.id.oid, row.id, row.subtype),
        kind: row.subtype,
        descr: row.descr,
      }))
      const neighbours =
        wanted(load_only, 'rem_chassis') || wanted(load_only, 'rem_port')
          ? [...(await readTable(session, remotes))]
          : []
      const byNum = new Map(ports.map(port => [port.num, port]))
      const byRemote =
        options.ifIndexByRemote && neighbours.length > 0 ? await options.ifIndexByRemote(session) : null
      const placed = neighbours.map(([index, row]) => {
        const parts = oidParts(index)
        const place = byRemote
          ? { num: byRemote.get(parts.at(-1) ?? 0) ?? parts.at(-2) ?? 0 }
          : remoteIndex(parts, num => byNum.has(num))
        return { place: parts.length === 0 ? null : place, parts, row }
      })
      const nums = byRemote ? [] : placed.flatMap(({ place }) => place?.num ?? [])
      const interfaceOf = await localInterfaces(session, ports, nums, options.ifIndexOf)
      const indexed = byRemote ? byIfIndex(await session.call(interfacesList, {})) : null
      const addresses = neighbours.length > 0 ? await managementAddresses(session) : new Map<string, string>()
      const refAt = (port: LocalPort) => {
        const one = interfaceOf(port)
        return one ? refOf(one) : null
      }
      const answer = {
        local: {
          chassis_id: ids.read(localSystem.chassis.oid, local.chassis, local.subtype),
          sys_name: local.name,
          ports: ports.map(port => ({ port_id: port.num, name: port.name, interface: refAt(port) })),
        },
        remotes: placed.flatMap(({ place, parts, row }) => {
          if (!place) return []
          const { num } = place
          const own = indexed?.get(num)
          const port = ids.read(remotes.port.oid, row.port, row.portSubtype)
          return [
            {
              loc_interface: byRemote
                ? own
                  ? refOf(own)
                  : null
                : refAt(byNum.get(num) ?? { part: lost.size > 0, num, name: null, kind: null, descr: null }),
              protocol: 'LLDP' as const,
              loc_port_id: num,
              rem_chassis_id: ids.read(remotes.chassis.oid, row.chassis, row.chassisSubtype),
              rem_interface: port,
              rem_port_descr: row.portDescr,
              rem_name: row.name,
              rem_descr: row.descr,
              rem_mgmt_address: addresses.get(parts.slice(-2).join('.')) ?? null,
              _rem_port_id: port !== null && /^\d{1,9}$/.test(port) ? Number(port) : null,
            },
          ]
        }),
      }
      ids.tell()
      return answer
    },
    { source: 'LLDP-MIB' },
  )
