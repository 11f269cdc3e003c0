import { between, random } from '../random.ts'
import type { DeviceBase } from './base.ts'
import type { Peer } from './bgp-peer.ts'
import { type Route, arp } from './mibs/ip.ts'
import type { Port } from './port.ts'
import { stationsBehind } from './stations.ts'
import type { Phase } from './timeline.ts'

/** A subscriber's device, wherever in the network it is. */
export interface Subscriber {
  mac: Buffer
  vlan: number
  /** Whether it is heard at a time, and until when that holds. */
  heard(nowMs: number): Pick<Phase<boolean>, 'state' | 'untilMs'>
}

/** A subscriber with its address. */
export interface Addressed extends Subscriber {
  ip: string
  ifIndex: number
}

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

/** Subscribers that no other device knows: forty in each VLAN. */
const drawn = (inner: readonly Port[], { seed, startMs }: DeviceBase): Subscriber[] =>
  inner.flatMap(port =>
    stationsBehind(port, 40, seed, startMs).map(({ mac, active }) => ({
      mac,
      vlan: port.pvid,
      heard: (now: number) => active.at(now),
    })),
  )

/**
 * Subscribers with their addresses, in their order. Those in a VLAN that the router does not have get none.
 */
export function addressed(inner: readonly Port[], subscribers: readonly Subscriber[]): Addressed[] {
  return inner.flatMap(port =>
    subscribers
      .filter(({ vlan }) => vlan === port.pvid)
      .map((one, n) => ({
        ...one,
        ip: `10.${octetOf(port)}.${Math.floor(n / 200)}.${10 + (n % 200)}`,
        ifIndex: port.ifIndex,
      })),
  )
}

/**
 * The subscribers of a router: those of its network, which is asked when all of it is there, or drawn ones.
 */
export function subscribersOf(
  inner: readonly Port[],
  base: DeviceBase,
  network?: () => readonly Subscriber[],
): () => readonly Addressed[] {
  let known = network ? undefined : addressed(inner, drawn(inner, base))
  return () => (known ??= addressed(inner, network!()))
}

/** The ARP cache: subscribers while they are heard. */
export const arpOf = (subscribers: () => readonly Addressed[]) =>
  arp((now, expires) =>
    subscribers()
      .filter(({ heard }) => {
        const { state, untilMs } = heard(now)
        expires(untilMs)
        return state
      })
      .map(({ ip, mac, ifIndex }) => ({ ip, mac, ifIndex, type: 3 })),
  )
