import { between, random } from '../random.ts'
import { type SimulatedDevice, type SimulatedOptions, deviceBase, createPort } from './base.ts'
import type { CableKind } from './cable.ts'
import { simulatedMib } from './simulated-mib.ts'
import { bgp } from './mibs/bgp.ts'
import { type Vlan, defaultVlans } from './vlan.ts'
import { entities, sensors } from './mibs/entity.ts'
import { host } from './mibs/host.ts'
import { etherLike, interfaces } from './mibs/interfaces.ts'
import { arp, ipAddresses, routes } from './mibs/ip.ts'
import { lldp } from './mibs/lldp.ts'
import { system } from './mibs/system.ts'
import { stationsBehind } from './stations.ts'
import { timeline } from './timeline.ts'
import { macPlus, wander } from './values.ts'

export interface RouterOptions extends SimulatedOptions {
  /** VLANs that the router terminates on eth1, each with 10.<id>.0.0/20 for id below 256. */
  vlans?: readonly Vlan[]
  localAs?: number
}

const MINUTE = 60_000

/**
 * A Linux router with net-snmp: two uplinks with BGP, VLAN interfaces towards the access network, and their
 * ARP cache.
 */
export function createRouter(options: RouterOptions): SimulatedDevice {
  const base = deviceBase(options, {
    sysDescr: `Linux ${options.name} 6.1.0-28-amd64 #1 SMP PREEMPT_DYNAMIC Debian 6.1.119-1 x86_64`,
    sysObjectId: '1.3.6.1.4.1.8072.3.2.10',
    capabilities: 0x08,
    oui: [0x3c, 0xec, 0xef],
  })
  const { facts, seed, clock, startMs } = base
  const all = (options.vlans ?? defaultVlans).filter(vlan => vlan.id > 1)
  const next = random(`${seed} router`)
  const common = { alias: '', pvid: 1, tagged: [], errorRate: 0, fiber: true, mac: facts.mac }
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
        mac: macPlus(facts.mac, number),
        speedMbps: 10_000,
        kind,
        rates,
      },
      `eth${number}`,
      base,
    )
  const eth = [
    physical(0, 'transit A', 'steady', [3_000_000, 38_000_000]),
    physical(1, '', 'dark', [90_000_000, 9_000_000]),
    physical(2, '', 'dark', [90_000_000, 9_000_000]),
    physical(3, 'transit B', 'flapping', [2_000_000, 25_000_000]),
  ]
  const lo = createPort(
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
  const inner = all.map((vlan, n) =>
    createPort(
      {
        ...common,
        alias: vlan.name,
        ifIndex: 10 + n,
        lldpPort: 0,
        ifName: `eth1.${vlan.id}`,
        ifDescr: `eth1.${vlan.id}`,
        ifType: 135,
        mac: eth[1]!.mac,
        speedMbps: 10_000,
        pvid: vlan.id,
        kind: 'steady',
        rates: [40_000_000, 4_000_000],
      },
      `eth1.${vlan.id}`,
      base,
    ),
  )
  const ports = [lo, ...eth, ...inner]

  const peers = [
    { port: eth[0]!, remote: '192.0.2.1', as: 64_500 },
    { port: eth[3]!, remote: '198.51.100.1', as: 64_510 },
  ].map(({ remote, as }) => ({
    local: remote.replace(/1$/, '2'),
    remote,
    as,
    routerId: remote,
    enabled: true,
    session: timeline<boolean>(
      startMs,
      `${seed} bgp ${remote}`,
      (previous, roll) =>
        previous === true
          ? { state: false, forMs: between(roll, 20_000, 3 * MINUTE) }
          : { state: true, forMs: between(roll, 60 * MINUTE, 900 * MINUTE) },
      Boolean,
    ),
  }))
  const subscribers = inner.flatMap(port =>
    stationsBehind(port, 40, seed, startMs).map((station, n) => ({
      station,
      ip: `10.${port.pvid % 256}.${n >> 6}.${10 + n}`,
      ifIndex: port.ifIndex,
    })),
  )
  const addresses = [
    { ip: '127.0.0.1', mask: '255.0.0.0', ifIndex: 1 },
    { ip: facts.ip, mask: '255.255.255.0', ifIndex: 4 },
    ...peers.map((peer, n) => ({ ip: peer.local, mask: '255.255.255.252', ifIndex: n === 0 ? 2 : 5 })),
    ...inner.map(port => ({ ip: `10.${port.pvid % 256}.0.1`, mask: '255.255.240.0', ifIndex: port.ifIndex })),
  ]
  return {
    identity: facts,
    ports,
    mib: simulatedMib(clock, [
      system(facts),
      interfaces(ports, facts),
      etherLike(eth),
      lldp(facts, eth),
      ipAddresses(addresses),
      host(facts, 4, seed),
      bgp(options.localAs ?? 64_496, facts.ip, peers),
      arp((now, expires) =>
        subscribers
          .filter(({ station }) => {
            expires(station.active.at(now).untilMs)
            return station.active.at(now).state
          })
          .map(({ station, ip, ifIndex }) => ({ ip, mac: station.mac, ifIndex, type: 3 })),
      ),
      routes([
        {
          network: '0.0.0.0',
          mask: '0.0.0.0',
          gateway: peers[0]!.remote,
          ifIndex: 2,
          metric: 0,
          protocol: 14,
        },
        ...inner.map(port => ({
          network: `10.${port.pvid % 256}.0.0`,
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
      ]),
      entities([
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
      ]),
      sensors([
        { index: 2, type: 8, precision: 1, units: 'celsius', value: wander(`${seed} cpu heat`, 52, 5) },
        { index: 3, type: 10, precision: 0, units: 'rpm', value: wander(`${seed} fan`, 3100, 120) },
      ]),
    ]),
  }
}
