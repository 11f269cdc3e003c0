import { zeroAt } from '../../simulated/port.ts'
import { configured } from '../../simulated/timeline.ts'
import { type Item, type Menu, Trap } from '../command.ts'
import { cores, diskBytes, loads, memoryBytes, neighboursOf, serialOf, versions } from '../hardware.ts'
import type { RouterOsState } from '../state.ts'
import { idOf, macText, routerOsDate, routerOsTime, zoneMs } from '../values.ts'
import { isIPv4 } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const replyRow = (n: number, received: number, address: string): Item => ({
  seq: String(n),
  host: address,
  size: '56',
  ttl: '64',
  time: `${n}ms${300 + n}us`,
  sent: String(n + 1),
  received: String(received),
  'packet-loss': String(Math.round(100 * (1 - received / (n + 1)))),
  'min-rtt': '0ms300us',
  'avg-rtt': '1ms',
  'max-rtt': '2ms',
})

const timeoutRow = (n: number, address: string): Item => ({
  seq: String(n),
  host: address,
  status: 'timeout',
  sent: String(n + 1),
  received: '0',
  'packet-loss': '100',
})

/**
 * `/ping`: a row for each packet, at the interval of the packets. Addresses of leases and static ARP reply.
 */
async function* ping(router: RouterOsState, { address, count, interval = '1s' }: Item): AsyncIterable<Item> {
  if (address === undefined || !isIPv4(address)) throw new Trap('invalid value for argument address', 1)
  const [, digits, unit] = /^([\d.]+)(ms|s)?$/.exec(interval) ?? []
  if (digits === undefined) throw new Trap('invalid value for argument interval', 1)
  const now = router.clock.now()
  const replies =
    router.leases.some(({ ip, station }) => ip === address && station?.active.at(now).state) ||
    router.statics.some(({ ip, disabled }) => ip === address && !disabled)
  const packets = count === undefined ? Infinity : Number(count)
  for (let n = 0; n < packets; n++) {
    await sleep(Number(digits) * (unit === 'ms' ? 1 : 1000))
    yield replies ? replyRow(n, n + 1, address) : timeoutRow(n, address)
  }
}

const dateText = (router: RouterOsState, ms: number) => routerOsDate(ms, router.version)

/** Restarts the router. */
export function reboot(router: RouterOsState): Item[] {
  const now = router.clock.now()
  router.facts.bootMs = now
  for (const port of router.ports) port.zero = zeroAt(port, now, 0)
  configured()
  for (const listener of router.rebooted) listener()
  return []
}

function resource(router: RouterOsState): Item {
  const now = router.clock.now()
  const { cpu, memory, disk } = loads(router)
  return {
    uptime: routerOsTime((now - router.facts.bootMs) / 1000),
    version: `${versions[router.version]} (${router.version === 7 ? 'stable' : 'long-term'})`,
    'build-time': dateText(router, Date.UTC(2024, 3, 16)),
    'free-memory': String(Math.floor((1 - memory(now)) * memoryBytes)),
    'total-memory': String(memoryBytes),
    cpu: 'ARM',
    'cpu-count': String(cores),
    'cpu-frequency': '1400',
    'cpu-load': String(Math.round(cpu.reduce((sum, load) => sum + load(now), 0) / cores)),
    'free-hdd-space': String(Math.floor((1 - disk(now)) * diskBytes)),
    'total-hdd-space': String(diskBytes),
    'architecture-name': 'arm',
    'board-name': router.board,
    platform: 'MikroTik',
  }
}

/** `/system`, `/ip/neighbor` and `/ping`. */
export const systemMenus = (router: RouterOsState): Record<string, Menu> => ({
  '/system': { items: () => [], commands: { reboot: () => reboot(router) } },
  '': { items: () => [], commands: { ping: values => ping(router, values) } },
  '/system/resource': { items: () => [resource(router)] },
  '/system/identity': {
    items: () => [{ name: router.facts.sysName }],
    set(_, { name }) {
      if (name === undefined) throw new Trap('unknown parameter', 1)
      router.facts.sysName = name
    },
  },
  '/system/routerboard': {
    items: () => [
      {
        routerboard: 'true',
        'board-name': router.board,
        model: router.board,
        'serial-number': serialOf(router),
        'firmware-type': 'al2',
        'factory-firmware': '6.45.9',
        'current-firmware': versions[router.version],
        'upgrade-firmware': versions[router.version],
      },
    ],
  },
  '/system/clock': {
    items: () => {
      const [day, time] = dateText(router, router.clock.now()).split(' ') as [string, string]
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
      neighboursOf(router, router.clock.now()).map(({ port, far }) => ({
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
})
