import type { Mib } from '../snmp/mib.ts'
import { type Subtree, int, octets, oid, scalars, table, text } from '../simulated/columns.ts'
import { simulatedMib } from '../simulated/simulated-mib.ts'
import { bridge, fdb } from '../simulated/mibs/bridge.ts'
import { interfaces } from '../simulated/mibs/interfaces.ts'
import { arp, ipAddresses, routes } from '../simulated/mibs/ip.ts'
import { system } from '../simulated/mibs/system.ts'
import { learnt } from '../simulated/stations.ts'
import { macIndex } from '../simulated/values.ts'
import { diskBytes, loads, memoryBytes, neighboursOf, serialOf, versions } from './hardware.ts'
import type { RouterOsState } from './state.ts'

const MTXR = '1.3.6.1.4.1.14988.1.1'

/** HOST-RESOURCES-MIB: processors and two storages, in units of 1024 octets. */
const host = (router: RouterOsState): Subtree =>
  function* (listing) {
    const { cpu, memory, disk } = loads(router)
    const storage = [
      { index: 65_536, type: 2, descr: 'main memory', size: memoryBytes, used: memory },
      { index: 131_072, type: 4, descr: 'system disk', size: diskBytes, used: disk },
    ].map(row => [row.index, row] as const)
    yield* table(listing, '1.3.6.1.2.1.25.2.3.1', storage, {
      1: int(row => row.index),
      2: oid(row => `1.3.6.1.2.1.25.2.1.${row.type}`),
      3: text(row => row.descr),
      4: int(() => 1024),
      5: int(row => row.size / 1024),
      6: int((row, now) => (row.used(now) * row.size) / 1024),
    })
    yield* table(
      listing,
      '1.3.6.1.2.1.25.3.3.1',
      cpu.map((load, n) => [n + 1, load] as const),
      { 1: oid(() => '0.0'), 2: int((load, now) => load(now)) },
    )
  }

/** MIKROTIK-MIB: version, serial number and temperature. */
const own = (router: RouterOsState): Subtree =>
  function* (listing) {
    const { celsius } = loads(router)
    yield* scalars(listing, `${MTXR}.4`, { 4: text(() => versions[router.version]) })
    yield* scalars(listing, `${MTXR}.7`, {
      3: text(() => serialOf(router)),
      4: text(() => versions[router.version]),
    })
    yield* table(listing, `${MTXR}.3.100.1`, [[17, celsius] as const], {
      2: text(() => 'cpu-temperature'),
      3: int((heat, now) => heat(now)),
      4: int(() => 1),
    })
  }

/** LLDP-MIB without local ports: lldpRemLocalPortNum is 0. mtxrNeighborTable shows the interface. */
const neighbours = (router: RouterOsState): Subtree =>
  function* (listing) {
    const now = listing.now()
    for (const port of router.ether) listing.expires(port.cable.at(now).untilMs)
    const rows = neighboursOf(router, now)
    yield* table(
      listing,
      `${MTXR}.11.1.1`,
      rows.map(row => [row.port.ifIndex, row] as const),
      {
        2: octets(({ far }) => Buffer.from(far.system.ip.split('.').map(Number))),
        6: text(({ far }) => far.system.sysName),
        8: int(({ port }) => port.ifIndex),
      },
    )
    yield* scalars(listing, '1.0.8802.1.1.2.1.3', {
      1: int(() => 4),
      2: octets(() => router.facts.mac),
      3: text(() => router.facts.sysName),
      4: text(() => router.facts.sysDescr),
    })
    yield* table(
      listing,
      '1.0.8802.1.1.2.1.4.1.1',
      rows.map(row => [`0.0.${row.port.ifIndex}`, row.far] as const),
      {
        4: int(() => 4),
        5: octets(far => far.system.mac),
        6: int(far => far.portIdSubtype),
        7: octets(far => far.portId),
        8: text(far => far.portDescr),
        9: text(far => far.system.sysName),
        10: text(far => far.system.sysDescr),
      },
    )
  }

/** BRIDGE-MIB of version 6, which has ifIndexes instead of bridge ports. */
const oldFdb = (router: RouterOsState): Subtree =>
  function* (listing) {
    yield* table(
      listing,
      '1.3.6.1.2.1.17.4.3.1',
      learnt(router.stations, listing).map(station => [macIndex(station.mac), station] as const),
      { 1: octets(({ mac }) => mac), 2: int(({ port }) => port.ifIndex), 3: int(() => 3) },
    )
  }

/** The MIB of a simulated RouterOS. */
export function routerOsMib(router: RouterOsState): Mib {
  const {
    facts,
    ports,
    ether,
    clock,
    inner,
    bridge: { mac },
  } = router
  const of = { mac, ports: ether, vlans: router.vlans, stations: router.stations }
  return simulatedMib(clock, [
    system(facts),
    interfaces(ports, facts),
    host(router),
    own(router),
    neighbours(router),
    ...(router.version === 7 ? [bridge(of), fdb(of)] : [oldFdb(router)]),
    ipAddresses([
      { ip: facts.ip, mask: '255.255.255.0', ifIndex: 12 },
      { ip: '192.0.2.10', mask: '255.255.255.252', ifIndex: 1 },
      ...inner.map(({ address, port }) => ({ ip: address, mask: '255.255.240.0', ifIndex: port.ifIndex })),
    ]),
    arp((now, expires) => {
      // Entries never expire by themselves. The API calls `configured` after each change.
      expires(Infinity)
      const dynamic = router.leases.flatMap(({ ip, station, disabled }) => {
        if (!station || disabled) return []
        expires(station.active.at(now).untilMs)
        const port = inner.find(({ vlan }) => vlan.id === station.vlan)?.port
        return port && station.active.at(now).state
          ? [{ ip, mac: station.mac, ifIndex: port.ifIndex, type: 3 as const }]
          : []
      })
      const statics = router.statics
        .filter(({ disabled }) => !disabled)
        .map(({ ip, mac: address, port }) => ({
          ip,
          mac: Buffer.from(address.replaceAll(':', ''), 'hex'),
          ifIndex: port.ifIndex,
          type: 4 as const,
        }))
      return [...dynamic.filter(({ ip }) => !statics.some(one => one.ip === ip)), ...statics]
    }),
    routes([
      { network: '0.0.0.0', mask: '0.0.0.0', gateway: '192.0.2.9', ifIndex: 1, metric: 1, protocol: 3 },
      ...inner.map(({ network, port }) => ({
        network,
        mask: '255.255.240.0',
        gateway: '0.0.0.0',
        ifIndex: port.ifIndex,
        metric: 0,
        protocol: 2 as const,
      })),
    ]),
  ])
}
