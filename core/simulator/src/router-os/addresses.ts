import { isIPv4 } from 'node:net'
import { configured } from '../simulated/timeline.ts'
import { withComment } from './interfaces.ts'
import { type Item, type Menu, Trap } from './menus.ts'
import { idOf, macText, routerOsDate, routerOsTime, yes } from './values.ts'
import type { Lease, RouterOsState } from './state.ts'

const leaseSec = 86_400

const addressOf = (value: string | undefined): string => {
  if (value === undefined) throw new Trap('missing value(s) of argument(s) address', 1)
  if (!isIPv4(value)) throw new Trap('invalid value for argument address', 1)
  return value
}
const macOf = (value: string | undefined): string => {
  if (value === undefined || !/^([0-9A-F]{2}:){5}[0-9A-F]{2}$/i.test(value))
    throw new Trap('invalid value of mac-address, mac address required', 1)
  return value.toUpperCase()
}
const refuseOthers = (values: Item, known: readonly string[]) => {
  const other = Object.keys(values).find(name => !known.includes(name))
  if (other) throw new Trap(`unknown parameter ${other}`, 1)
}
const nextId = (rows: readonly { id: number }[]) => Math.max(0, ...rows.map(({ id }) => id)) + 1
/** Takes an item out of its list. */
function take<T extends { id: number }>(rows: T[], id: string, offset = 0): T {
  const at = rows.findIndex(row => idOf(row.id + offset) === id)
  if (at < 0) throw new Trap('no such item', 0)
  configured()
  return rows.splice(at, 1)[0]!
}
function find<T extends { id: number }>(rows: readonly T[], id: string, offset = 0): T {
  const row = rows.find(one => idOf(one.id + offset) === id)
  if (!row) throw new Trap('no such item', 0)
  configured()
  return row
}

/** Static ARP entries have ids behind those of the learnt ones. */
const staticArpOffset = 0x1000

/**
 * `/ip/arp`, `/ip/address`, `/ip/route`, `/ip/dhcp-server`, `/ip/firewall/address-list` and `/queue/simple`.
 */
export function addressMenus(router: RouterOsState): Record<string, Menu> {
  const { clock, inner, version } = router
  const vlanPort = (id: number) => inner.find(({ vlan }) => vlan.id === id)?.port
  const active = ({ station }: Lease) => station?.active.at(clock.now())
  const shown = (lease: Lease) => !lease.dynamic || active(lease)?.state === true

  const arp: Menu = {
    items: () => [
      ...router.leases
        .filter(
          lease =>
            !lease.disabled && active(lease)?.state && !router.statics.some(({ ip }) => ip === lease.ip),
        )
        .map((lease): Item => ({
          '.id': idOf(lease.id),
          address: lease.ip,
          'mac-address': lease.mac,
          interface: vlanPort(lease.station!.vlan)?.ifName ?? '',
          published: 'false',
          invalid: 'false',
          DHCP: 'false',
          dynamic: 'true',
          complete: 'true',
          disabled: 'false',
          ...(version === 7 && { status: 'reachable' }),
        })),
      ...router.statics.map((one): Item => ({
        '.id': idOf(one.id + staticArpOffset),
        address: one.ip,
        'mac-address': one.mac,
        interface: one.port.ifName,
        published: 'false',
        invalid: 'false',
        DHCP: 'false',
        dynamic: 'false',
        complete: 'true',
        disabled: yes(one.disabled),
        ...(version === 7 && { status: 'permanent' }),
        ...withComment(one.comment),
      })),
    ],
    add(values) {
      refuseOthers(values, ['address', 'mac-address', 'interface', 'comment', 'disabled'])
      const [ip, mac] = [addressOf(values['address']), macOf(values['mac-address'])]
      const port = router.ports.find(({ ifName }) => ifName === values['interface'])
      if (!port) throw new Trap('input does not match any value of interface', 1)
      if (router.statics.some(one => one.ip === ip && one.port === port))
        throw new Trap('failure: already have static entry with this address')
      const id = nextId(router.statics)
      router.statics.push({
        id,
        ip,
        mac,
        port,
        disabled: values['disabled'] === 'true',
        comment: values['comment'] ?? '',
      })
      configured()
      return idOf(id + staticArpOffset)
    },
    set(id, values) {
      refuseOthers(values, ['disabled', 'comment'])
      const one = find(router.statics, id, staticArpOffset)
      if (values['disabled'] !== undefined) one.disabled = values['disabled'] === 'true'
      if (values['comment'] !== undefined) one.comment = values['comment']
    },
    remove(id) {
      if (router.leases.some(lease => idOf(lease.id) === id))
        throw new Trap('failure: can not remove dynamic entry')
      take(router.statics, id, staticArpOffset)
    },
  }
  const lease: Menu = {
    items: () =>
      router.leases.filter(shown).map((one): Item => {
        const phase = active(one)
        const since = phase ? Math.floor((clock.now() - phase.sinceMs) / 1000) : 0
        return {
          '.id': idOf(one.id),
          address: one.ip,
          'mac-address': one.mac,
          ...(one.station && { 'client-id': `1:${one.mac.toLowerCase()}` }),
          server: one.server,
          'dhcp-option': '',
          status: phase?.state ? 'bound' : 'waiting',
          ...(phase?.state && {
            'expires-after': routerOsTime(leaseSec - (since % (leaseSec / 2))),
            'active-address': one.ip,
            'active-mac-address': one.mac,
            'active-server': one.server,
            ...(one.host !== '' && { 'host-name': one.host }),
          }),
          'last-seen': one.station === null ? 'never' : routerOsTime(phase?.state ? since % 1800 : since),
          radius: 'false',
          dynamic: yes(one.dynamic),
          blocked: 'false',
          disabled: yes(one.disabled),
          ...withComment(one.comment),
        }
      }),
    add(values) {
      refuseOthers(values, ['address', 'mac-address', 'server', 'comment', 'disabled', 'client-id'])
      const [ip, mac] = [addressOf(values['address']), macOf(values['mac-address'])]
      const server = values['server'] ?? 'all'
      if (server !== 'all' && !inner.some(({ vlan }) => `dhcp${vlan.id}` === server))
        throw new Trap('input does not match any value of server', 1)
      if (router.leases.some(one => !one.dynamic && one.ip === ip))
        throw new Trap('failure: already have static lease with this IP address')
      const id = nextId(router.leases)
      const known = router.leases.findIndex(one => one.dynamic && (one.ip === ip || one.mac === mac))
      const station = known < 0 ? null : router.leases.splice(known, 1)[0]!.station
      router.leases.push({
        id,
        ip,
        mac,
        server,
        dynamic: false,
        disabled: values['disabled'] === 'true',
        comment: values['comment'] ?? '',
        host: '',
        station: station && macText(station.mac) === mac ? station : null,
      })
      configured()
      return idOf(id)
    },
    set(id, values) {
      refuseOthers(values, ['disabled', 'comment', 'address', 'mac-address', 'server'])
      const one = find(router.leases, id)
      if (one.dynamic) throw new Trap('failure: can not change dynamic lease')
      if (values['address'] !== undefined) one.ip = addressOf(values['address'])
      if (values['mac-address'] !== undefined) one.mac = macOf(values['mac-address'])
      if (values['disabled'] !== undefined) one.disabled = values['disabled'] === 'true'
      if (values['comment'] !== undefined) one.comment = values['comment']
    },
    remove(id) {
      take(router.leases, id)
    },
    commands: {
      'make-static'({ '.id': id = '', numbers = id }) {
        find(router.leases, numbers).dynamic = false
        return []
      },
    },
  }
  return {
    '/ip/arp': arp,
    '/ip/address': {
      items: (): Item[] => [
        {
          '.id': '*1',
          address: `${router.facts.ip}/24`,
          network: router.facts.ip.replace(/\d+$/, '0'),
          interface: router.bridge.ifName,
          'actual-interface': router.bridge.ifName,
          invalid: 'false',
          dynamic: 'false',
          disabled: 'false',
        },
        {
          '.id': '*2',
          address: '192.0.2.10/30',
          network: '192.0.2.8',
          interface: 'ether1',
          'actual-interface': 'ether1',
          invalid: 'false',
          dynamic: 'false',
          disabled: 'false',
          comment: 'uplink',
        },
        ...inner.map(({ address, network, port }, n) => ({
          '.id': idOf(n + 3),
          address: `${address}/20`,
          network,
          interface: port.ifName,
          'actual-interface': port.ifName,
          invalid: 'false',
          dynamic: 'false',
          disabled: 'false',
        })),
      ],
    },
    '/ip/route': {
      items: (): Item[] => [
        {
          '.id': '*80000001',
          'dst-address': '0.0.0.0/0',
          gateway: '192.0.2.9',
          distance: '1',
          active: 'true',
          static: 'true',
          dynamic: 'false',
          disabled: 'false',
        },
        ...inner.map(({ network, port }, n) => ({
          '.id': idOf(0x4000_0000 + n),
          'dst-address': `${network}/20`,
          gateway: port.ifName,
          distance: '0',
          active: 'true',
          connect: 'true',
          dynamic: 'true',
          disabled: 'false',
        })),
      ],
    },
    '/ip/dhcp-server': {
      items: () =>
        inner.map(({ vlan, port, disabled }, n) => ({
          '.id': idOf(n + 1),
          name: `dhcp${vlan.id}`,
          interface: port.ifName,
          'lease-time': '1d',
          'address-pool': `pool${vlan.id}`,
          authoritative: 'yes',
          dynamic: 'false',
          invalid: 'false',
          disabled: yes(disabled),
        })),
    },
    '/ip/dhcp-server/lease': lease,
    '/ip/firewall/address-list': {
      items: () =>
        router.lists.map(one => ({
          '.id': idOf(one.id),
          list: one.list,
          address: one.address,
          'creation-time': routerOsDate(one.createdMs, version),
          dynamic: yes(one.dynamic),
          disabled: yes(one.disabled),
          ...withComment(one.comment),
        })),
      add(values) {
        if (!values['list'] || !values['address'])
          throw new Trap('missing value(s) of argument(s) list address', 1)
        if (
          router.lists.some(({ list, address }) => list === values['list'] && address === values['address'])
        )
          throw new Trap('failure: already have such entry')
        const id = nextId(router.lists)
        router.lists.push({
          id,
          list: values['list'],
          address: values['address'],
          createdMs: clock.now(),
          disabled: values['disabled'] === 'true',
          dynamic: false,
          comment: values['comment'] ?? '',
        })
        return idOf(id)
      },
      set(id, values) {
        const one = find(router.lists, id)
        if (values['disabled'] !== undefined) one.disabled = values['disabled'] === 'true'
        if (values['comment'] !== undefined) one.comment = values['comment']
      },
      remove(id) {
        take(router.lists, id)
      },
    },
    '/queue/simple': {
      items: () =>
        router.queues.map(one => ({
          '.id': idOf(one.id),
          name: one.name,
          target: one.target,
          parent: 'none',
          'packet-marks': '',
          priority: '8/8',
          queue: 'default-small/default-small',
          'limit-at': '0/0',
          'max-limit': one.limit,
          'burst-limit': '0/0',
          dynamic: 'false',
          disabled: yes(one.disabled),
          ...withComment(one.comment),
        })),
      set(id, values) {
        if (values['disabled'] !== undefined) find(router.queues, id).disabled = values['disabled'] === 'true'
      },
      remove(id) {
        take(router.queues, id)
      },
    },
  }
}
