import {
  type Port,
  adminUp,
  errors,
  inOctets,
  isUp,
  linkSpeed,
  outOctets,
  zeroAt,
} from '../../simulated/port.ts'
import { configured } from '../../simulated/timeline.ts'
import { type Item, type Menu, Trap } from '../command.ts'
import type { RouterOsState } from '../state.ts'
import { idOf, macText, routerOsDate, yes } from '../values.ts'
import { withComment } from './rows.ts'

const typeOf = (router: RouterOsState, port: Port): string =>
  port === router.bridge ? 'bridge' : router.ether.includes(port) ? 'ether' : 'vlan'

/** Changes the comment or the admin state of an interface. IF-MIB shows the same state. */
function setInterface(router: RouterOsState, port: Port, values: Item): void {
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

function interfaceItem(router: RouterOsState, port: Port): Item {
  const now = router.clock.now()
  const [rx, tx] = [inOctets(port, now), outOctets(port, now)]
  return {
    '.id': idOf(port.ifIndex),
    name: port.ifName,
    ...(router.ether.includes(port) && { 'default-name': port.ifName }),
    type: typeOf(router, port),
    mtu: port === router.bridge ? 'auto' : '1500',
    'actual-mtu': '1500',
    'mac-address': macText(port.mac),
    ...(isUp(port, now) && { 'last-link-up-time': routerOsDate(port.cable.at(now).sinceMs, router.version) }),
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

function linkItem(router: RouterOsState, port: Port): Item {
  const speed = linkSpeed(port, router.clock.now())
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
function monitor(router: RouterOsState, { numbers = '', once }: Item): Item[] {
  if (once === undefined) throw new Trap('endless monitoring is not simulated: add the argument once')
  return numbers.split(',').map(name => {
    const port = router.ether.find(({ ifName, ifIndex }) => ifName === name || idOf(ifIndex) === name)
    if (!port) throw new Trap('input does not match any value of interface', 1)
    return linkItem(router, port)
  })
}
function resetCounters(router: RouterOsState, { numbers = '' }: Item): Item[] {
  const ports = numbers.split(',').map(id => portOf(router, id))
  for (const port of ports) port.zero = zeroAt(port, router.clock.now())
  return []
}

/** `/interface`, `/interface/ethernet` and `/interface/vlan`. */
export function interfaceMenus(router: RouterOsState): Record<string, Menu> {
  const set = (id: string, values: Item) => setInterface(router, portOf(router, id), values)
  return {
    '/interface': {
      items: () => router.ports.map(port => interfaceItem(router, port)),
      set,
      commands: { 'reset-counters': values => resetCounters(router, values) },
    },
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
          running: yes(isUp(port, router.clock.now())),
          disabled: yes(!adminUp(port)),
          ...withComment(port.alias),
        })),
      set,
      commands: { monitor: values => monitor(router, values) },
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
          running: yes(isUp(port, router.clock.now())),
          disabled: yes(!adminUp(port)),
          ...withComment(port.alias),
        })),
      set,
    },
  }
}
