import { between, random } from '../random.ts'
import type { DeviceBase } from './base.ts'
import type { Peer } from './bgp-peer.ts'
import { type Route, arp } from './mibs/ip.ts'
import type { Port } from './port.ts'
import { stationsBehind } from './stations.ts'

/** The second octet of a VLAN's network. */
export const octetOf = (vlanInterface: Port): number => vlanInterface.pvid % 256

/** The default route, the networks of the VLANs, and twenty routes that BGP has learned. */
export function routesOf(inner: readonly Port[], peers: readonly Peer[], seed: string): Route[] {
  const next = random(`${seed} router`)
  return [
    { network: '0.0.0.0', mask: '0.0.0.0', gateway: peers[0]!.remote, ifIndex: 2, metric: 0, protocol: 14 },
    ...inner.map(port => ({
      network: `10.${octetOf(port)}.0.0`,
      mask: '255.255.240.0',
      gateway: '0.0.0.0',
      ifIndex: port.ifIndex,
      metric: 0,
      protocol: 2 as const,
    })),
    ...Array.from({ length: 20 }, (_, n) => ({
      network: `203.0.${100 + n}.0`,
      mask: '255.255.255.0',
      gateway: peers[between(next, 0, 1)]!.remote,
      ifIndex: 2,
      metric: between(next, 1, 90),
      protocol: 14 as const,
    })),
  ]
}

/** The ARP cache: subscribers while they are active. */
export function arpOf(inner: readonly Port[], { seed, startMs }: DeviceBase) {
  const subscribers = inner.flatMap(port =>
    stationsBehind(port, 40, seed, startMs).map((station, n) => ({
      station,
      ip: `10.${octetOf(port)}.${n >> 6}.${10 + n}`,
      ifIndex: port.ifIndex,
    })),
  )
  return arp((now, expires) =>
    subscribers
      .filter(({ station }) => {
        expires(station.active.at(now).untilMs)
        return station.active.at(now).state
      })
      .map(({ station, ip, ifIndex }) => ({ ip, mac: station.mac, ifIndex, type: 3 })),
  )
}
