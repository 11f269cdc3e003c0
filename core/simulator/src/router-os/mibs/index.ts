import type { Mib } from '../../snmp/mib.ts'
import { type Subtree, int, octets, table } from '../../simulated/columns.ts'
import { simulatedMib } from '../../simulated/simulated-mib.ts'
import { bridge, fdb } from '../../simulated/mibs/bridge.ts'
import { interfaces } from '../../simulated/mibs/interfaces.ts'
import { arp, ipAddresses, routes } from '../../simulated/mibs/ip.ts'
import { system } from '../../simulated/mibs/system.ts'
import { learnt } from '../../simulated/stations.ts'
import { macIndex } from '../../simulated/values.ts'
import type { RouterOsState } from '../state.ts'
import { host, own } from './hardware.ts'
import { neighbours } from './neighbours.ts'

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
