import { configured } from '../simulated/timeline.ts'
import {
  type Port,
  adminUp,
  errors,
  inOctets,
  isUp,
  linkSpeed,
  outOctets,
  zeroAt,
} from '../simulated/port.ts'
import { learnt } from '../simulated/stations.ts'
import { type Item, type Menu, Trap } from './menus.ts'
import { idOf, macText, routerOsDate, yes } from './values.ts'
import type { RouterOsState } from './state.ts'

const typeOf = (router: RouterOsState, port: Port): string =>
  port === router.bridge ? 'bridge' : router.ether.includes(port) ? 'ether' : 'vlan'
/** Comments are shown where somebody has written one. */
export const withComment = (comment: string): Item => (comment === '' ? {} : { comment })

/** What can be set of an interface; IF-MIB shows the same. */
export function setInterface(router: RouterOsState, port: Port, values: Item): void {
  for (const [name, value] of Object.entries(values)) {
    if (name === 'comment') {
      if (Buffer.byteLength(value) > 255) throw new Trap('value of comment is too long', 1)
      port.alias = value
    } else if (name === 'disabled') {
      if (value !== 'true' && value !== 'false')
        throw new Trap('input does not match any value of disabled', 1)
      port.cable.setAdmin(port.end, value === 'false', router.clock.now())
    } else throw new Trap(`unknown parameter ${name}`, 1)
  }
  configured()
}

const portOf = (router: RouterOsState, id: string): Port => {
  const port = router.ports.find(({ ifIndex }) => idOf(ifIndex) === id)
  if (!port) throw new Trap('no such item', 0)
  return port
}

/** Everything below `/interface`. */
export function interfaceMenus(router: RouterOsState): Record<string, Menu> {
  const { clock, version } = router
  const set = (id: string, values: Item) => setInterface(router, portOf(router, id), values)
  const row = (port: Port): Item => {
    const now = clock.now()
    const [rx, tx] = [inOctets(port, now), outOctets(port, now)]
    return {
      '.id': idOf(port.ifIndex),
      name: port.ifName,
      ...(router.ether.includes(port) && { 'default-name': port.ifName }),
      type: typeOf(router, port),
      mtu: port === router.bridge ? 'auto' : '1500',
      'actual-mtu': '1500',
      'mac-address': macText(port.mac),
      ...(isUp(port, now) && { 'last-link-up-time': routerOsDate(port.cable.at(now).sinceMs, version) }),
      'link-downs': isUp(port, now) ? '0' : '1',
      'rx-byte': String(Math.floor(rx)),
      'tx-byte': String(Math.floor(tx)),
      'rx-packet': String(Math.floor(rx / 780)),
      'tx-packet': String(Math.floor(tx / 780)),
      'rx-drop': '0',
      'tx-drop': '0',
      'rx-error': String(Math.floor(errors(port, now))),
      'tx-error': '0',
      running: yes(isUp(port, now)),
      disabled: yes(!adminUp(port)),
      ...withComment(port.alias),
    }
  }
  const monitored = (port: Port): Item => {
    const speed = linkSpeed(port, clock.now())
    return speed === 0
      ? { name: port.ifName, status: 'no-link', 'auto-negotiation': 'done' }
      : {
          name: port.ifName,
          status: 'link-ok',
          'auto-negotiation': 'done',
          rate: speed >= 1000 ? `${speed / 1000}Gbps` : `${speed}Mbps`,
          'full-duplex': 'true',
        }
  }
  const monitor = ({ numbers = '', once }: Item): Item[] => {
    if (once === undefined) throw new Trap('monitoring without end is not simulated: say once')
    return numbers.split(',').map(name => {
      const port = router.ether.find(({ ifName, ifIndex }) => ifName === name || idOf(ifIndex) === name)
      if (!port) throw new Trap('input does not match any value of interface', 1)
      return monitored(port)
    })
  }
  const reset = ({ numbers = '' }: Item): Item[] => {
    const ports = numbers.split(',').map(id => portOf(router, id))
    for (const port of ports) port.zero = zeroAt(port, clock.now())
    return []
  }
  const bridged = router.ether.filter(port => port.bridgePort)
  return {
    '/interface': { items: () => router.ports.map(row), set, commands: { 'reset-counters': reset } },
    '/interface/ethernet': {
      items: () =>
        router.ether.map(port => ({
          '.id': idOf(port.ifIndex),
          name: port.ifName,
          'default-name': port.ifName,
          mtu: '1500',
          'mac-address': macText(port.mac),
          'orig-mac-address': macText(port.mac),
          arp: 'enabled',
          'auto-negotiation': 'true',
          running: yes(isUp(port, clock.now())),
          disabled: yes(!adminUp(port)),
          ...withComment(port.alias),
        })),
      set,
      commands: { monitor },
    },
    '/interface/vlan': {
      items: () =>
        router.inner.map(({ port, vlan }) => ({
          '.id': idOf(port.ifIndex),
          name: port.ifName,
          mtu: '1500',
          'mac-address': macText(port.mac),
          arp: 'enabled',
          'vlan-id': String(vlan.id),
          interface: router.bridge.ifName,
          'use-service-tag': 'false',
          running: yes(isUp(port, clock.now())),
          disabled: yes(!adminUp(port)),
          ...withComment(port.alias),
        })),
      set,
    },
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
        bridged.map((port, n) => ({
          '.id': idOf(n),
          interface: port.ifName,
          bridge: router.bridge.ifName,
          pvid: String(port.pvid),
          hw: 'true',
          inactive: yes(!isUp(port, clock.now())),
          disabled: 'false',
        })),
    },
    '/interface/bridge/host': {
      items: () =>
        learnt(router.stations, { now: () => clock.now(), expires: () => undefined })
          .map((station, n): Item => ({
            '.id': idOf(n + 1),
            'mac-address': macText(station.mac),
            vid: String(station.vlan),
            interface: station.port.ifName,
            ...(version === 6 && { 'on-interface': station.port.ifName }),
            bridge: router.bridge.ifName,
            dynamic: 'true',
            local: 'false',
            external: 'true',
            invalid: 'false',
            disabled: 'false',
          }))
          .concat([
            {
              '.id': '*FF',
              'mac-address': macText(router.bridge.mac),
              interface: router.bridge.ifName,
              ...(version === 6 && { 'on-interface': router.bridge.ifName }),
              bridge: router.bridge.ifName,
              dynamic: 'true',
              local: 'true',
              external: 'false',
              invalid: 'false',
              disabled: 'false',
            },
          ]),
    },
    '/interface/bridge/vlan': {
      items: () =>
        router.vlans.map((vlan, n) => {
          const [tagged, untagged] = [
            bridged.filter(port => port.tagged.includes(vlan.id)),
            bridged.filter(port => port.pvid === vlan.id),
          ]
          const named = (ports: readonly Port[], self: boolean, up: boolean) =>
            [
              ...(self ? [router.bridge.ifName] : []),
              ...ports.filter(port => !up || isUp(port, clock.now())).map(({ ifName }) => ifName),
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
        }),
    },
  }
}
