import { consoleSource, implement, type Implementation } from '@linecard/driver-kit'
import { hostFilter, refOf, snoopingInfo } from '@linecard/driver-kit/modules'
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
      const wanted = hostFilter({ ...args, mac: args.mac_address })
      return bindings.flatMap(({ mac, ip, remaining, type, vlan, port }) => {
        const found = lookup(port)
        const fits = wanted({ ip, mac, vlan_id: vlan }) && (!one || found?.id === one.id)
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
