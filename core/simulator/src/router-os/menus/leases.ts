import { configured } from '../../simulated/timeline.ts'
import { type Item, type Menu, Trap } from '../command.ts'
import { type Lease, type RouterOsState, activeAt } from '../state.ts'
import { idOf, macText, routerOsTime, yes } from '../values.ts'
import { addressOf, findRow, macOf, nextId, refuseOthers, takeRow, withComment } from './rows.ts'

const leaseSec = 86_400

function leaseItem(router: RouterOsState, lease: Lease): Item {
  const phase = activeAt(router, lease)
  const since = phase ? Math.floor((router.clock.now() - phase.sinceMs) / 1000) : 0
  return {
    '.id': idOf(lease.id),
    address: lease.ip,
    'mac-address': lease.mac,
    ...(lease.station && { 'client-id': `1:${lease.mac.toLowerCase()}` }),
    server: lease.server,
    'dhcp-option': '',
    status: phase?.state ? 'bound' : 'waiting',
    ...(phase?.state && {
      'expires-after': routerOsTime(leaseSec - (since % (leaseSec / 2))),
      'active-address': lease.ip,
      'active-mac-address': lease.mac,
      'active-server': lease.server,
      ...(lease.host !== '' && { 'host-name': lease.host }),
    }),
    'last-seen': lease.station === null ? 'never' : routerOsTime(phase?.state ? since % 1800 : since),
    radius: 'false',
    dynamic: yes(lease.dynamic),
    blocked: 'false',
    disabled: yes(lease.disabled),
    ...withComment(lease.comment),
  }
}

/** Adds a static lease. It replaces a dynamic one of the same address or MAC address. */
function addLease(router: RouterOsState, values: Item): string {
  refuseOthers(values, ['address', 'mac-address', 'server', 'comment', 'disabled', 'client-id'])
  const [ip, mac] = [addressOf(values['address']), macOf(values['mac-address'])]
  const server = values['server'] ?? 'all'
  if (server !== 'all' && !router.inner.some(({ vlan }) => `dhcp${vlan.id}` === server))
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
}

/** `/ip/dhcp-server/lease`. Dynamic leases are shown while they are active. */
export const leaseMenu = (router: RouterOsState): Menu => ({
  items: () =>
    router.leases
      .filter(lease => !lease.dynamic || activeAt(router, lease)?.state === true)
      .map(lease => leaseItem(router, lease)),
  add: values => addLease(router, values),
  set(id, values) {
    refuseOthers(values, ['disabled', 'comment', 'address', 'mac-address', 'server'])
    const one = findRow(router.leases, id)
    if (one.dynamic) throw new Trap('failure: can not change dynamic lease')
    if (values['address'] !== undefined) one.ip = addressOf(values['address'])
    if (values['mac-address'] !== undefined) one.mac = macOf(values['mac-address'])
    if (values['disabled'] !== undefined) one.disabled = values['disabled'] === 'true'
    if (values['comment'] !== undefined) one.comment = values['comment']
  },
  remove(id) {
    takeRow(router.leases, id)
  },
  commands: {
    'make-static'({ '.id': id = '', numbers = id }) {
      findRow(router.leases, numbers).dynamic = false
      return []
    },
  },
})
