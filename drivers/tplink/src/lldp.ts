import { implement, readTable, type Implementation, type ResultOf } from '@linecard/driver-kit'
import { byIfIndex, lldp, placeFinder } from '@linecard/driver-kit/builders'
import { interfacesList, lldpInfo, refOf, wanted } from '@linecard/driver-kit/modules'
import { neighbours } from './tables.ts'

/** `lldp_info` from LLDP-MIB. JetStream has its neighbours in TPLINK-LLDPINFO-MIB only. */
export const tplinkLldp = (standard: Implementation = lldp()): Implementation =>
  implement(lldpInfo, async (session, args) => {
    const found = (await standard.run(session, args)) as ResultOf<typeof lldpInfo>
    if (
      (found.remotes.length > 0 && found.remotes.every(row => row.loc_interface !== null)) ||
      !(wanted(args.load_only, 'rem_chassis') || wanted(args.load_only, 'rem_port'))
    )
      return found
    const rows = await readTable(session, neighbours)
    if (rows.size === 0) return found
    const interfaces = await session.call(interfacesList, {})
    const [indexed, placed] = [byIfIndex(interfaces), placeFinder(interfaces)]
    const remotes = [...rows].map(([index, row]) => {
      const parts = index.split('.').map(Number)
      // The label of the local port is the device's own word. Without it, the part that is an interface is.
      const one =
        placed(row.local) ??
        parts.flatMap(part => indexed.get(part) ?? []).find(({ type }) => type !== 'VLAN')
      const ifIndex = one?.if_index ?? parts[0] ?? 0
      const local = found.local.ports.find(port => port.interface?.id === one?.id && one)
      return {
        loc_interface: one ? refOf(one) : null,
        protocol: 'LLDP' as const,
        loc_port_id: local?.port_id ?? ifIndex,
        rem_chassis_id: row.chassis,
        rem_interface: row.port,
        rem_port_descr: row.portDescr,
        rem_name: row.name,
        rem_descr: row.descr,
        rem_mgmt_address: row.address,
        _rem_port_id: row.port !== null && /^\d{1,9}$/.test(row.port) ? Number(row.port) : null,
      }
    })
    return { ...found, remotes }
  })
