import { type SimulatedOptions, deviceBase, type DeviceBase, createPort } from '../simulated/base.ts'
import { createPeer } from '../simulated/bgp-peer.ts'
import { type Station, stationsBehind } from '../simulated/stations.ts'
import { type Vlan, defaultVlans } from '../simulated/vlan.ts'
import type { Lease, Queue, RouterOsState } from './state.ts'
import { macText } from './values.ts'
import { between, random } from '../random.ts'
import type { Port } from '../simulated/port.ts'
import { macPlus } from '../simulated/values.ts'

const common = { alias: '', pvid: 1, tagged: [] as number[], errorRate: 0, fiber: false, lldpPort: 0 }

/** ether1 to ether10 and the SFP+ cage. ether2 to ether10 are in the bridge and carry the served VLANs. */
function createEther(base: DeviceBase, served: readonly Vlan[]): Port[] {
  const next = random(`${base.seed} router-os`)
  return Array.from({ length: 11 }, (_, n) => {
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
        mac: macPlus(base.facts.mac, n),
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
}

/** An interface without a socket on the front. IANAifType: 209 bridge, 135 l2vlan. */
const createVirtual = (
  base: DeviceBase,
  own: { ifIndex: number; ifName: string; ifType: number; alias: string; pvid: number; mac: Buffer },
): Port =>
  createPort(
    { ...common, ...own, ifDescr: own.ifName, speedMbps: 1000, kind: 'steady', rates: [2_000_000, 200_000] },
    own.ifName,
    base,
  )

const createBridge = (base: DeviceBase, mac: Buffer): Port =>
  createVirtual(base, { ifIndex: 12, ifName: 'bridge1', ifType: 209, alias: '', pvid: 1, mac })

/** One VLAN interface on the bridge for each served VLAN. */
const createVlanInterfaces = (base: DeviceBase, served: readonly Vlan[], mac: Buffer) =>
  served.map((vlan, n) => ({
    vlan,
    port: createVirtual(base, {
      ifIndex: 13 + n,
      ifName: `vlan${vlan.id}`,
      ifType: 135,
      alias: vlan.name,
      pvid: vlan.id,
      mac,
    }),
    network: `10.${vlan.id % 256}.0.0`,
    address: `10.${vlan.id % 256}.0.1`,
    disabled: false,
  }))

export interface RouterOsOptions extends SimulatedOptions {
  /** VLANs on the bridge. Each above 1 has the network 10.<id modulo 256>.0.0/20 and a DHCP server. */
  vlans?: readonly Vlan[]
  localAs?: number
  /** First number of the version of RouterOS: names of menus, format of dates, login. Default 7. */
  version?: 6 | 7
  /** Name of the board in sysDescr and `/system/resource`. */
  board?: string
}

const leaseOf = (station: Station, n: number): Lease => ({
  id: n + 1,
  ip: `10.${station.vlan % 256}.0.${10 + n}`,
  mac: macText(station.mac),
  server: `dhcp${station.vlan}`,
  dynamic: n % 4 !== 0,
  disabled: false,
  comment: n % 4 === 0 ? `contract ${1000 + n}` : '',
  host: n % 3 === 0 ? '' : `host-${n}`,
  station,
})

/** A queue for each static lease. */
const queuesOf = (leases: readonly Lease[]): Queue[] =>
  leases
    .filter(({ dynamic }) => !dynamic)
    .map((lease, n) => ({
      id: n + 1,
      name: `client-${lease.comment.slice('contract '.length)}`,
      target: `${lease.ip}/32`,
      limit: '50000000/100000000',
      disabled: false,
      comment: lease.comment,
    }))

/**
 * A router with ten copper ports and an SFP+ cage. ether1 is the uplink; ether2 to ether10 form a bridge with
 * VLANs, in which subscribers get their addresses.
 */
export function createRouterOsState(options: RouterOsOptions): RouterOsState {
  const { version = 7, board = 'RB4011iGS+' } = options
  const base = deviceBase(options, {
    sysDescr: `RouterOS ${board}`,
    sysObjectId: '1.3.6.1.4.1.14988.1',
    capabilities: 0x28,
    oui: [0x74, 0x4d, 0x28],
  })
  const { seed, startMs } = base
  const vlans = options.vlans ?? defaultVlans
  const served = vlans.filter(vlan => vlan.id > 1)
  const ether = createEther(base, served)
  const bridge = createBridge(base, ether[1]!.mac)
  const inner = createVlanInterfaces(base, served, ether[1]!.mac)
  const stations =
    served.length === 0
      ? []
      : ether.filter(port => port.bridgePort).flatMap(port => stationsBehind(port, 6, seed, startMs))
  const leases = stations.map(leaseOf)
  const local = '192.0.2.10'
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
    queues: queuesOf(leases),
    peers: [
      createPeer({ local, remote: '192.0.2.9', as: 64_513 }, `${seed} bgp 1`, startMs),
      createPeer({ local, remote: '198.51.100.9', as: 64_514 }, `${seed} bgp 2`, startMs),
    ],
    schedules: [],
    files: new Map(),
    apiOff: false,
    rebooted: new Set(),
  }
}
