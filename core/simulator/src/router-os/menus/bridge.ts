import { type Port, isUp } from '../../simulated/port.ts'
import { type Station, learnt } from '../../simulated/stations.ts'
import type { Vlan } from '../../simulated/vlan.ts'
import type { Item, Menu } from '../command.ts'
import type { RouterOsState } from '../state.ts'
import { idOf, macText, yes } from '../values.ts'
import { withComment } from './rows.ts'

const bridgePorts = (router: RouterOsState): Port[] => router.ether.filter(port => port.bridgePort)

/** Version 6 shows the interface in two properties. */
const interfaceOf = ({ version }: RouterOsState, name: string): Item => ({
  interface: name,
  ...(version === 6 && { 'on-interface': name }),
})

const hostItem = (router: RouterOsState, station: Station, n: number): Item => ({
  '.id': idOf(n + 1),
  'mac-address': macText(station.mac),
  vid: String(station.vlan),
  ...interfaceOf(router, station.port.ifName),
  bridge: router.bridge.ifName,
  dynamic: 'true',
  local: 'false',
  external: 'true',
  invalid: 'false',
  disabled: 'false',
})

/** The address of the bridge itself. */
const localHostItem = (router: RouterOsState): Item => ({
  '.id': '*FF',
  'mac-address': macText(router.bridge.mac),
  ...interfaceOf(router, router.bridge.ifName),
  bridge: router.bridge.ifName,
  dynamic: 'true',
  local: 'true',
  external: 'false',
  invalid: 'false',
  disabled: 'false',
})

function vlanItem(router: RouterOsState, vlan: Vlan, n: number): Item {
  const bridged = bridgePorts(router)
  const [tagged, untagged] = [
    bridged.filter(port => port.tagged.includes(vlan.id)),
    bridged.filter(port => port.pvid === vlan.id),
  ]
  const named = (ports: readonly Port[], self: boolean, up: boolean) =>
    [
      ...(self ? [router.bridge.ifName] : []),
      ...ports.filter(port => !up || isUp(port, router.clock.now())).map(({ ifName }) => ifName),
    ].join(',')
  return {
    '.id': idOf(n + 1),
    bridge: router.bridge.ifName,
    'vlan-ids': String(vlan.id),
    tagged: named(tagged, vlan.id !== 1, false),
    untagged: named(untagged, vlan.id === 1, false),
    'current-tagged': named(tagged, vlan.id !== 1, true),
    'current-untagged': named(untagged, vlan.id === 1, true),
    dynamic: yes(vlan.id === 1),
    disabled: 'false',
    ...withComment(vlan.name),
  }
}

/** `/interface/bridge` with its ports, hosts (the FDB) and VLANs. */
export const bridgeMenus = (router: RouterOsState): Record<string, Menu> => ({
  '/interface/bridge': {
    items: () => [
      {
        '.id': idOf(router.bridge.ifIndex),
        name: router.bridge.ifName,
        'mac-address': macText(router.bridge.mac),
        'vlan-filtering': 'true',
        pvid: '1',
        running: 'true',
        disabled: 'false',
      },
    ],
  },
  '/interface/bridge/port': {
    items: () =>
      bridgePorts(router).map((port, n) => ({
        '.id': idOf(n),
        interface: port.ifName,
        bridge: router.bridge.ifName,
        pvid: String(port.pvid),
        hw: 'true',
        inactive: yes(!isUp(port, router.clock.now())),
        disabled: 'false',
      })),
  },
  '/interface/bridge/host': {
    items: () => [
      ...learnt(router.stations, { now: () => router.clock.now(), expires: () => undefined }).map(
        (station, n) => hostItem(router, station, n),
      ),
      localHostItem(router),
    ],
  },
  '/interface/bridge/vlan': { items: () => router.vlans.map((vlan, n) => vlanItem(router, vlan, n)) },
})
