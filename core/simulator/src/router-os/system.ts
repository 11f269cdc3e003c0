import { setTimeout as sleep } from 'node:timers/promises'
import { isIPv4 } from 'node:net'
import { zeroAt } from '../simulated/port.ts'
import { configured } from '../simulated/timeline.ts'
import { type Item, type Menu, Trap } from './menus.ts'
import { cores, diskBytes, loads, memoryBytes, neighboursOf, serialOf } from './mib.ts'
import { idOf, macText, routerOsDate, routerOsTime, yes, zoneMs } from './values.ts'
import { type RouterOsState, versions } from './state.ts'

/** `/system`, `/ip/neighbor`, `/routing/bgp` and `/ping`. */
export function systemMenus(router: RouterOsState): Record<string, Menu> {
  const { clock, facts, version, board } = router
  const { cpu, memory, disk } = loads(router)
  const date = (ms: number) => routerOsDate(ms, version)
  const sessions = () =>
    router.peers.map((peer, n) => {
      const now = clock.now()
      const up = peer.enabled && peer.session.at(now).state
      return { peer, n, now, up, seconds: up ? Math.floor((now - peer.session.at(now).sinceMs) / 1000) : 0 }
    })
  const bgp: Record<string, Menu> =
    version === 7
      ? {
          '/routing/bgp/session': {
            items: () =>
              sessions()
                .filter(({ peer }) => peer.enabled)
                .map(({ peer, n, now, up, seconds }) => ({
                  '.id': idOf(0x2800001 + n),
                  name: `upstream${n + 1}-1`,
                  'remote.address': peer.remote,
                  'remote.as': String(peer.as),
                  'remote.afi': 'ip',
                  'local.address': peer.local,
                  'local.as': String(router.localAs),
                  'local.role': 'ebgp',
                  'output.procid': '20',
                  'input.procid': '20',
                  'routing-table': 'main',
                  ebgp: '',
                  multihop: yes(n === 1),
                  'hold-time': '3m',
                  'keepalive-time': '1m',
                  'last-started': date(peer.session.at(now).sinceMs),
                  ...(up && {
                    'remote.id': peer.routerId,
                    uptime: `${routerOsTime(seconds)}120ms`,
                    'prefix-count': String(1200 + n),
                    'local.messages': String(Math.floor(seconds / 60)),
                    'remote.messages': String(Math.floor(seconds / 30)),
                    established: 'true',
                  }),
                })),
          },
          '/routing/bgp/connection': {
            items: () =>
              router.peers.map((peer, n) => ({
                '.id': idOf(n + 1),
                name: `upstream${n + 1}`,
                'remote.address': `${peer.remote}/32`,
                'remote.as': String(peer.as),
                'local.role': 'ebgp',
                as: String(router.localAs),
                'input.filter': 'bgp-in',
                'output.filter-chain': 'bgp-out',
                disabled: yes(!peer.enabled),
              })),
          },
        }
      : {
          '/routing/bgp/peer': {
            items: () =>
              sessions().map(({ peer, n, up, seconds }) => ({
                '.id': idOf(n + 1),
                name: `upstream${n + 1}`,
                instance: 'default',
                'remote-address': peer.remote,
                'remote-as': String(peer.as),
                'tcp-md5-key': '',
                'nexthop-choice': 'default',
                multihop: yes(n === 1),
                'route-reflect': 'false',
                'hold-time': '3m',
                ttl: 'default',
                'in-filter': 'bgp-in',
                'out-filter': 'bgp-out',
                'address-families': 'ip',
                ...(up && {
                  'remote-id': peer.routerId,
                  'local-address': peer.local,
                  uptime: routerOsTime(seconds),
                  'prefix-count': String(1200 + n),
                  'updates-sent': '33',
                  'updates-received': String(Math.floor(seconds / 40)),
                  'used-hold-time': '3m',
                }),
                state: up ? 'established' : peer.enabled ? 'active' : 'idle',
                established: yes(up),
                disabled: yes(!peer.enabled),
              })),
          },
        }
  async function* ping({ address, count, interval = '1s' }: Item): AsyncIterable<Item> {
    if (address === undefined || !isIPv4(address)) throw new Trap('invalid value for argument address', 1)
    const [, digits, unit] = /^([\d.]+)(ms|s)?$/.exec(interval) ?? []
    if (digits === undefined) throw new Trap('invalid value for argument interval', 1)
    const answers =
      router.leases.some(({ ip, station }) => ip === address && station?.active.at(clock.now()).state) ||
      router.statics.some(({ ip, disabled }) => ip === address && !disabled)
    const most = count === undefined ? Infinity : Number(count)
    for (let n = 0, received = 0; n < most; n++) {
      await sleep(Number(digits) * (unit === 'ms' ? 1 : 1000))
      if (answers) received++
      const loss = String(Math.round(100 * (1 - received / (n + 1))))
      yield answers
        ? {
            seq: String(n),
            host: address,
            size: '56',
            ttl: '64',
            time: `${n}ms${300 + n}us`,
            sent: String(n + 1),
            received: String(received),
            'packet-loss': loss,
            'min-rtt': '0ms300us',
            'avg-rtt': '1ms',
            'max-rtt': '2ms',
          }
        : {
            seq: String(n),
            host: address,
            status: 'timeout',
            sent: String(n + 1),
            received: '0',
            'packet-loss': '100',
          }
    }
  }
  const reboot = (): Item[] => {
    facts.bootMs = clock.now()
    for (const port of router.ports) port.zero = zeroAt(port, clock.now(), 0)
    configured()
    for (const listener of router.rebooted) listener()
    return []
  }
  return {
    ...bgp,
    '/system': { items: () => [], commands: { reboot } },
    '': { items: () => [], commands: { ping } },
    '/system/resource': {
      items: () => {
        const now = clock.now()
        return [
          {
            uptime: routerOsTime((now - facts.bootMs) / 1000),
            version: `${versions[version]} (${version === 7 ? 'stable' : 'long-term'})`,
            'build-time': date(Date.UTC(2024, 3, 16)),
            'free-memory': String(Math.floor((1 - memory(now)) * memoryBytes)),
            'total-memory': String(memoryBytes),
            cpu: 'ARM',
            'cpu-count': String(cores),
            'cpu-frequency': '1400',
            'cpu-load': String(Math.round(cpu.reduce((sum, load) => sum + load(now), 0) / cores)),
            'free-hdd-space': String(Math.floor((1 - disk(now)) * diskBytes)),
            'total-hdd-space': String(diskBytes),
            'architecture-name': 'arm',
            'board-name': board,
            platform: 'MikroTik',
          },
        ]
      },
    },
    '/system/identity': {
      items: () => [{ name: facts.sysName }],
      set(_, { name }) {
        if (name === undefined) throw new Trap('unknown parameter', 1)
        facts.sysName = name
      },
    },
    '/system/routerboard': {
      items: () => [
        {
          routerboard: 'true',
          'board-name': board,
          model: board,
          'serial-number': serialOf(router),
          'firmware-type': 'al2',
          'factory-firmware': '6.45.9',
          'current-firmware': versions[version],
          'upgrade-firmware': versions[version],
        },
      ],
    },
    '/system/clock': {
      items: () => {
        const [day, time] = date(clock.now()).split(' ') as [string, string]
        return [
          {
            time,
            date: day,
            'time-zone-autodetect': 'true',
            'time-zone-name': 'Europe/Kyiv',
            'gmt-offset': `+0${zoneMs / 3_600_000}:00`,
            'dst-active': 'false',
          },
        ]
      },
    },
    '/ip/neighbor': {
      items: () =>
        neighboursOf(router, clock.now()).map(({ port, far }) => ({
          '.id': idOf(port.ifIndex),
          interface: port.ifName,
          address: far.system.ip,
          address4: far.system.ip,
          'mac-address': macText(far.system.mac),
          identity: far.system.sysName,
          'interface-name': far.portIdSubtype === 3 ? macText(far.portId) : far.portId.toString(),
          'system-description': far.system.sysDescr,
          age: '12s',
          'discovered-by': 'lldp',
        })),
    },
  }
}
