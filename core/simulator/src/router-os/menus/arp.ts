import { configured } from '../../simulated/timeline.ts'
import { type Item, type Menu, Trap } from '../command.ts'
import { type RouterOsState, type StaticArp, activeAt, vlanPort } from '../state.ts'
import { idOf, yes } from '../values.ts'
import { addressOf, findRow, macOf, nextId, refuseOthers, takeRow, withComment } from './rows.ts'

/** Ids of static entries follow those of the dynamic ones. */
const staticArpOffset = 0x1000

/** Entries that the router has learned from subscribers with a lease. A static entry replaces one. */
const dynamicItems = (router: RouterOsState): Item[] =>
  router.leases
    .filter(
      lease =>
        !lease.disabled &&
        activeAt(router, lease)?.state &&
        !router.statics.some(({ ip }) => ip === lease.ip),
    )
    .map(lease => ({
      '.id': idOf(lease.id),
      address: lease.ip,
      'mac-address': lease.mac,
      interface: vlanPort(router, lease.station!.vlan)?.ifName ?? '',
      published: 'false',
      invalid: 'false',
      DHCP: 'false',
      dynamic: 'true',
      complete: 'true',
      disabled: 'false',
      ...(router.version === 7 && { status: 'reachable' }),
    }))

const staticItem = (one: StaticArp, version: 6 | 7): Item => ({
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
})

/** `/ip/arp`. Only static entries can be changed. */
export const arpMenu = (router: RouterOsState): Menu => ({
  items: () => [...dynamicItems(router), ...router.statics.map(one => staticItem(one, router.version))],
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
    const one = findRow(router.statics, id, staticArpOffset)
    if (values['disabled'] !== undefined) one.disabled = values['disabled'] === 'true'
    if (values['comment'] !== undefined) one.comment = values['comment']
  },
  remove(id) {
    if (router.leases.some(lease => idOf(lease.id) === id))
      throw new Trap('failure: can not remove dynamic entry')
    takeRow(router.statics, id, staticArpOffset)
  },
})
