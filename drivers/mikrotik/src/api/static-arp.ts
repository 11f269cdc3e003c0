import type { ArgsOf, Implementation } from '@linecard/driver-kit'
import { change } from '@linecard/driver-kit/builders'
import { ctrlStaticArp } from '@linecard/driver-kit/modules'
import { send } from './send.ts'
import { addition, commentOf, macOf, removal, type StaticEntries } from './static-entries.ts'
import { vlanInterface, wrong } from './vlan.ts'

/** ctrl_static_arp: static entries of `/ip/arp`. */
export const staticArp = (): Implementation =>
  change(ctrlStaticArp, async (session, args: ArgsOf<typeof ctrlStaticArp>) => {
    const mac = macOf(args.mac, args.action)
    const on = await vlanInterface(session, args)
    const entries: StaticEntries = {
      menu: '/ip/arp',
      what: 'ARP entry',
      place: ['interface', on],
      ip: args.ip,
      mac,
    }
    if (args.action === 'remove') return removal(session, entries)
    if (on === undefined) throw wrong('vlan_id', 'A new entry needs a VLAN: give vlan_id or vlan_name')
    return addition(session, entries, () =>
      send(session, '/ip/arp/add', {
        address: args.ip,
        'mac-address': mac!,
        interface: on,
        ...commentOf(args.comment),
      }),
    )
  })
