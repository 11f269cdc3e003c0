import { consoleSource, implement, type Implementation } from '@linecard/driver-kit'
import { macsOf, refOf, snoopingInfo, vlanIdsOf } from '@linecard/driver-kit/modules'
import { findInterface, type Olt } from '@linecard/driver-kit/onus'
import { parseBindings } from '../parse/snooping.ts'
import type { EthernetKeys } from '../place.ts'
import { namesOf } from './lookup.ts'

/** snooping_info. Some firmware binds to the PON port and not to the ONU. */
export const snooping = (olt: Olt, keys: EthernetKeys): Implementation =>
  implement(
    snoopingInfo,
    async (session, args) => {
      const one = args.interface === undefined ? undefined : await findInterface(session, olt, args.interface)
      const bindings = parseBindings(await session.cli.run('show ip dhcp-relay snooping binding all'))
      const names = bindings.map(({ port }) => port)
      const lookup = await namesOf(session, olt, keys, names)
      const [macs, vlans] = [macsOf(args.mac_address), vlanIdsOf(args.vlan_id)]
      return bindings.flatMap(({ mac, ip, remaining, type, vlan, port }) => {
        const found = lookup(port)
        const fits =
          (!macs || macs.has(mac)) &&
          (!vlans || vlans.has(vlan)) &&
          (args.ip === undefined || args.ip === ip) &&
          (!one || found?.id === one.id)
        return fits
          ? [
              {
                interface: found ? refOf(found) : null,
                mac_address: mac,
                vlan_id: vlan,
                ip,
                remaining,
                _type: type,
              },
            ]
          : []
      })
    },
    { source: consoleSource },
  )
