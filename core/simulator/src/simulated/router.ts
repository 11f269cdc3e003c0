import {
  type DeviceBase,
  type SimulatedDevice,
  type SimulatedOptions,
  deviceBase,
  createPort,
} from './base.ts'
import { type Peer, createPeer } from './bgp-peer.ts'
import { bgp } from './mibs/bgp.ts'
import { type Entity, entities, sensors } from './mibs/entity.ts'
import { host } from './mibs/host.ts'
import { etherLike, interfaces } from './mibs/interfaces.ts'
import { ipAddresses, routes } from './mibs/ip.ts'
import { lldp } from './mibs/lldp.ts'
import { system } from './mibs/system.ts'
import {
  type Addressed,
  type Subscriber,
  arpOf,
  octetOf,
  routesOf,
  subscribersOf,
} from './router-networks.ts'
import { simulatedMib } from './simulated-mib.ts'
import { wander, macPlus } from './values.ts'
import { type Vlan, defaultVlans } from './vlan.ts'
import type { CableKind } from './cable.ts'
import type { Port } from './port.ts'

const common = { alias: '', pvid: 1, tagged: [], errorRate: 0, fiber: true }

/** eth0 to eth3: two uplinks, and two ports for cables of a scene. */
function physicalPorts(base: DeviceBase): Port[] {
  const physical = (number: number, alias: string, kind: CableKind, rates: [number, number]) =>
    createPort(
      {
        ...common,
        alias,
        ifIndex: number + 2,
        lldpPort: number + 2,
        ifName: `eth${number}`,
        ifDescr: `eth${number}`,
        ifType: 6,
        mac: macPlus(base.facts.mac, number),
        speedMbps: 10_000,
        kind,
        rates,
      },
      `eth${number}`,
      base,
    )
  return [
    physical(0, 'transit A', 'steady', [3_000_000, 38_000_000]),
    physical(1, '', 'dark', [90_000_000, 9_000_000]),
    physical(2, '', 'dark', [90_000_000, 9_000_000]),
    physical(3, 'transit B', 'flapping', [2_000_000, 25_000_000]),
  ]
}

const loopback = (base: DeviceBase): Port =>
  createPort(
    {
      ...common,
      ifIndex: 1,
      lldpPort: 0,
      ifName: 'lo',
      ifDescr: 'lo',
      ifType: 24,
      mac: Buffer.alloc(0),
      speedMbps: 10,
      kind: 'steady',
      rates: [120, 120],
    },
    'lo',
    base,
  )

const vlanInterfaces = (base: DeviceBase, vlans: readonly Vlan[], mac: Buffer): Port[] =>
  vlans.map((vlan, n) =>
    createPort(
      {
        ...common,
        alias: vlan.name,
        ifIndex: 10 + n,
        lldpPort: 0,
        ifName: `eth1.${vlan.id}`,
        ifDescr: `eth1.${vlan.id}`,
        ifType: 135,
        mac,
        speedMbps: 10_000,
        pvid: vlan.id,
        kind: 'steady',
        rates: [40_000_000, 4_000_000],
      },
      `eth1.${vlan.id}`,
      base,
    ),
  )

export interface RouterOptions extends SimulatedOptions {
  /** VLANs that the router terminates on eth1. Each has the network 10.<id modulo 256>.0.0/20. */
  vlans?: readonly Vlan[]
  localAs?: number
  /** Who is behind it. It is asked when the whole network is there. Default: subscribers that are drawn. */
  subscribers?: () => readonly Subscriber[]
}

export interface SimulatedRouter extends SimulatedDevice {
  /** Its subscribers with their addresses, whether they are heard now or not. */
  subscribers(): readonly Addressed[]
}

const peersOf = ({ seed, startMs }: DeviceBase): Peer[] =>
  [
    { local: '192.0.2.2', remote: '192.0.2.1', as: 64_500 },
    { local: '198.51.100.2', remote: '198.51.100.1', as: 64_510 },
  ].map(peer => createPeer(peer, `${seed} bgp ${peer.remote}`, startMs))

const hardware: readonly Entity[] = [
  {
    index: 1,
    in: 0,
    class: 3,
    descr: 'X10SDV-TLN4F',
    name: 'chassis',
    serial: 'ZM18AS0042',
    maker: 'Supermicro',
    model: 'X10SDV-TLN4F',
    fru: true,
  },
  { index: 2, in: 1, class: 8, descr: 'CPU temperature', name: 'coretemp' },
  { index: 3, in: 1, class: 8, descr: 'Fan 1', name: 'fan1' },
]

/**
 * A Linux router with net-snmp: two uplinks with BGP, VLAN interfaces to the access network, and their ARP
 * cache.
 */
export function createRouter(options: RouterOptions): SimulatedRouter {
  const base = deviceBase(options, {
    sysDescr: `Linux ${options.name} 6.1.0-28-amd64 #1 SMP PREEMPT_DYNAMIC Debian 6.1.119-1 x86_64`,
    sysObjectId: '1.3.6.1.4.1.8072.3.2.10',
    capabilities: 0x08,
    oui: [0x3c, 0xec, 0xef],
  })
  const { facts, seed, clock } = base
  const vlans = (options.vlans ?? defaultVlans).filter(vlan => vlan.id > 1)
  const eth = physicalPorts(base)
  const inner = vlanInterfaces(base, vlans, eth[1]!.mac)
  const ports = [loopback(base), ...eth, ...inner]
  const peers = peersOf(base)
  const subscribers = subscribersOf(inner, base, options.subscribers)
  const addresses = [
    { ip: '127.0.0.1', mask: '255.0.0.0', ifIndex: 1 },
    { ip: facts.ip, mask: '255.255.255.0', ifIndex: 4 },
    ...peers.map((peer, n) => ({ ip: peer.local, mask: '255.255.255.252', ifIndex: n === 0 ? 2 : 5 })),
    ...inner.map(port => ({ ip: `10.${octetOf(port)}.0.1`, mask: '255.255.240.0', ifIndex: port.ifIndex })),
  ]
  return {
    identity: facts,
    ports,
    subscribers,
    mib: simulatedMib(clock, [
      system(facts),
      interfaces(ports, facts),
      etherLike(eth),
      lldp(facts, eth),
      ipAddresses(addresses),
      host(facts, 4, seed),
      bgp(options.localAs ?? 64_496, facts.ip, peers),
      arpOf(subscribers),
      routes(routesOf(inner, peers, seed)),
      entities(hardware),
      sensors([
        { index: 2, type: 8, precision: 1, units: 'celsius', value: wander(`${seed} cpu heat`, 52, 5) },
        { index: 3, type: 10, precision: 0, units: 'rpm', value: wander(`${seed} fan`, 3100, 120) },
      ]),
    ]),
  }
}
