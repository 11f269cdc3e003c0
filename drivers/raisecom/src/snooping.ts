import {
  implement,
  integer,
  oidParts,
  readTable,
  stationMac,
  table,
  type Implementation,
} from '@linecard/driver-kit'
import { byIfIndex, interfacesFor } from '@linecard/driver-kit/builders'
import { ipOf } from '@linecard/driver-kit/codecs'
import { hostFilter, interfacesList, refOf, snoopingInfo } from '@linecard/driver-kit/modules'
import { raisecom } from './tables.ts'

const entry = `${raisecom}.6.1.23.1.1.5.1`
/** Bindings of DHCP snooping. Index: 4 (IPv4) and the address. Lease in seconds, port as ifIndex. */
const bindings = table({
  mac: stationMac(`${entry}.2`),
  lease: integer(`${entry}.3`),
  vlan: integer(`${entry}.4`, { none: [0] }),
  port: integer(`${entry}.5`),
})

/** snooping_info. Bindings without MAC address are left out and told. */
export const snooping = (): Implementation =>
  implement(snoopingInfo, async (session, args) => {
    const fits = hostFilter({ ...args, mac: args.mac_address })
    const only =
      args.interface === undefined ? undefined : (await interfacesFor(session, args.interface))[0]!.id
    const rows = await readTable(session, bindings)
    const interfaces =
      rows.size > 0 ? byIfIndex(await session.call(interfacesList, {})) : new Map<number, never>()
    return [...rows].flatMap(([index, { mac: mac_address, lease, vlan, port }]) => {
      const ip = ipOf(oidParts(index).slice(-4))
      const one = port === null ? undefined : interfaces.get(port)
      if (ip === null || mac_address === null) return []
      const asked = fits({ ip, mac: mac_address, vlan_id: vlan }) && (only === undefined || one?.id === only)
      return asked
        ? [{ interface: one ? refOf(one) : null, mac_address, vlan_id: vlan, ip, remaining: lease }]
        : []
    })
  })
