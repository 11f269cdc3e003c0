import { consoleSource, DeviceError, implement, type Implementation } from '@linecard/driver-kit'
import { findInterface, type Olt } from '@linecard/driver-kit/onus'
import { hostFilter, interfacesList, refOf, snoopingInfo } from '@linecard/driver-kit/modules'
import { portWord, vportWord } from '../cli-names.ts'
import { readBindings } from '../parse/bindings.ts'
import { keyOf } from '../place.ts'
import { readMacs } from '../parse/macs.ts'

/** The place in the name of a port or virtual port, as a bind key. */
const keyOfPort = (port: string): number | null => {
  const place = readMacs(`0000.0000.0000 1 Dynamic ${port}`).rows[0]?.place
  return place ? keyOf(place) : null
}

/** snooping_info of the C600 series: DHCP leases behind ONUs. */
export const snooping = (olt: Olt): Implementation =>
  implement(
    snoopingInfo,
    async (session, args) => {
      const one = args.interface === undefined ? undefined : await findInterface(session, olt, args.interface)
      const where = one && (one.type === 'ONU' ? vportWord(one) : portWord(one))
      const text = await session.cli.run(
        `show ip dhcp snooping dynamic ${where ? `port ${where}` : 'database'}`,
      )
      const rows = readBindings(text)
      if (rows.length === 0 && !/online users are 0\b|no related information|^\s*index\b/im.test(text))
        throw new DeviceError('ParseFailed', 'The OLT prints no table of DHCP leases')
      const known = new Map((await session.call(interfacesList, {})).map(port => [port.id, port]))
      const fits = hostFilter({ ...args, mac: args.mac_address })
      return rows
        .filter(({ ip, mac, vlan }) => fits({ ip, mac, vlan_id: vlan }))
        .map(({ mac, ip, vlan, port, remaining }) => {
          const at = known.get(keyOfPort(port) ?? -1)
          return {
            interface: at ? refOf(at) : null,
            mac_address: mac,
            vlan_id: vlan,
            ip,
            remaining,
            _type: 'dynamic',
          }
        })
    },
    { source: consoleSource },
  )
