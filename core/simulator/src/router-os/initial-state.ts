import { type SimulatedOptions, deviceBase } from '../simulated/base.ts'
import { createPeer } from '../simulated/bgp-peer.ts'
import { type Station, stationsBehind } from '../simulated/stations.ts'
import { type Vlan, defaultVlans } from '../simulated/vlan.ts'
import { createBridge, createEther, createVlanInterfaces } from './ports.ts'
import type { Lease, Queue, RouterOsState } from './state.ts'
import { macText } from './values.ts'

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
