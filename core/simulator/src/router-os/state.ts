import { between, random } from '../random.ts'
import { type DeviceBase, type SimulatedOptions, deviceBase, createPort } from '../simulated/base.ts'
import { type Vlan, defaultVlans } from '../simulated/vlan.ts'
import type { Peer } from '../simulated/mibs/bgp.ts'
import type { Port } from '../simulated/port.ts'
import { type Station, stationsBehind } from '../simulated/stations.ts'
import { timeline } from '../simulated/timeline.ts'
import { macPlus } from '../simulated/values.ts'

export interface RouterOsOptions extends SimulatedOptions {
  /** VLANs on the bridge; those above 1 are served with addresses, each 10.<id>.0.0/20 for id below 256. */
  vlans?: readonly Vlan[]
  localAs?: number
  /** Of RouterOS: what menus are called, how dates are written, how one signs in. Default 7. */
  version?: 6 | 7
  /** As sysDescr and `/system/resource` say it. */
  board?: string
}

export interface Lease {
  id: number
  ip: string
  mac: string
  server: string
  dynamic: boolean
  disabled: boolean
  comment: string
  host: string
  station: Station | null
}
export interface StaticArp {
  id: number
  ip: string
  mac: string
  port: Port
  disabled: boolean
  comment: string
}
export interface ListEntry {
  id: number
  list: string
  address: string
  createdMs: number
  disabled: boolean
  dynamic: boolean
  comment: string
}
export interface Queue {
  id: number
  name: string
  target: string
  limit: string
  disabled: boolean
  comment: string
}

/** All that a simulated RouterOS is: SNMP and the API read and change the same. */
export interface RouterOsState extends DeviceBase {
  version: 6 | 7
  board: string
  localAs: number
  ether: readonly Port[]
  bridge: Port
  inner: readonly { port: Port; vlan: Vlan; network: string; address: string; disabled: boolean }[]
  ports: readonly Port[]
  vlans: readonly Vlan[]
  stations: readonly Station[]
  leases: Lease[]
  statics: StaticArp[]
  lists: ListEntry[]
  queues: Queue[]
  peers: readonly Peer[]
  identity: { name: string }
  /** Called when it restarts. */
  rebooted: Set<() => void>
}

export const versions = { 6: '6.49.10', 7: '7.14.3' } as const
const MINUTE = 60_000

/**
 * A router with ten copper ports and a cage: ether1 leads out, ether2 to ether10 form a bridge with VLANs, in
 * which subscribers get their addresses.
 */
export function createRouterOsState(options: RouterOsOptions): RouterOsState {
  const { version = 7, board = 'RB4011iGS+' } = options
  const base = deviceBase(options, {
    sysDescr: `RouterOS ${board}`,
    sysObjectId: '1.3.6.1.4.1.14988.1',
    capabilities: 0x28,
    oui: [0x74, 0x4d, 0x28],
  })
  const { facts, seed, startMs } = base
  const vlans = options.vlans ?? defaultVlans
  const served = vlans.filter(vlan => vlan.id > 1)
  const next = random(`${seed} router-os`)
  const common = { alias: '', pvid: 1, tagged: [] as number[], errorRate: 0, fiber: false, lldpPort: 0 }
  const ether = Array.from({ length: 11 }, (_, n) => {
    const name = n < 10 ? `ether${n + 1}` : 'sfp-sfpplus1'
    const access = n > 0 && n < 10
    return createPort(
      {
        ...common,
        ifIndex: n + 1,
        ...(access && { bridgePort: n }),
        ifName: name,
        ifDescr: name,
        ifType: 6,
        alias: n === 0 ? 'uplink' : '',
        mac: macPlus(facts.mac, n),
        speedMbps: n < 10 ? 1000 : 10_000,
        fiber: n === 10,
        tagged: access ? served.map(({ id }) => id) : [],
        kind: n === 10 || n > 7 ? 'dark' : n % 5 === 3 ? 'flapping' : 'steady',
        rates: [between(next, 200_000, 4_000_000), between(next, 20_000, 400_000)],
      },
      name,
      base,
    )
  })
  const virtual = (ifIndex: number, ifName: string, ifType: number, alias: string, pvid: number) =>
    createPort(
      {
        ...common,
        ifIndex,
        ifName,
        ifDescr: ifName,
        ifType,
        alias,
        pvid,
        mac: ether[1]!.mac,
        speedMbps: 1000,
        kind: 'steady',
        rates: [2_000_000, 200_000],
      },
      ifName,
      base,
    )
  const bridge = virtual(12, 'bridge1', 209, '', 1)
  const inner = served.map((vlan, n) => ({
    vlan,
    port: virtual(13 + n, `vlan${vlan.id}`, 135, vlan.name, vlan.id),
    network: `10.${vlan.id % 256}.0.0`,
    address: `10.${vlan.id % 256}.0.1`,
    disabled: false,
  }))
  const stations =
    served.length === 0
      ? []
      : ether.filter(port => port.bridgePort).flatMap(port => stationsBehind(port, 6, seed, startMs))
  const leases = stations.map((station, n): Lease => ({
    id: n + 1,
    ip: `10.${station.vlan % 256}.0.${10 + n}`,
    mac: [...station.mac].map(octet => octet.toString(16).padStart(2, '0').toUpperCase()).join(':'),
    server: `dhcp${station.vlan}`,
    dynamic: n % 4 !== 0,
    disabled: false,
    comment: n % 4 === 0 ? `contract ${1000 + n}` : '',
    host: n % 3 === 0 ? '' : `host-${n}`,
    station,
  }))
  const peer = (n: number, remote: string, as: number): Peer => ({
    local: '192.0.2.10',
    remote,
    as,
    routerId: remote,
    enabled: true,
    session: timeline<boolean>(
      startMs,
      `${seed} bgp ${n}`,
      (previous, roll) =>
        previous === true
          ? { state: false, forMs: between(roll, 20_000, 3 * MINUTE) }
          : { state: true, forMs: between(roll, 60 * MINUTE, 900 * MINUTE) },
      Boolean,
    ),
  })
  return {
    ...base,
    version,
    board,
    localAs: options.localAs ?? 64_497,
    vlans,
    ether,
    bridge,
    inner,
    ports: [...ether, bridge, ...inner.map(({ port }) => port)],
    stations,
    leases,
    statics: [],
    lists: [
      {
        id: 1,
        list: 'debtors',
        address: leases[0]?.ip ?? '192.0.2.55',
        createdMs: startMs - 86_400_000,
        disabled: false,
        dynamic: false,
        comment: '',
      },
    ],
    queues: leases
      .filter(({ dynamic }) => !dynamic)
      .map((lease, n) => ({
        id: n + 1,
        name: `client-${lease.comment.slice(9)}`,
        target: `${lease.ip}/32`,
        limit: '50000000/100000000',
        disabled: false,
        comment: lease.comment,
      })),
    peers: [peer(1, '192.0.2.9', 64_513), peer(2, '198.51.100.9', 64_514)],
    identity: {
      get name() {
        return facts.sysName
      },
      set name(name) {
        facts.sysName = name
      },
    },
    rebooted: new Set(),
  }
}
