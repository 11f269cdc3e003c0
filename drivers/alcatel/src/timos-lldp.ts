import {
  implement,
  integer,
  octets,
  oidParts,
  readTable,
  table,
  text,
  type Implementation,
  type ResultOf,
} from '@linecard/driver-kit'
import { byIfIndex, chassisKind, lldp, lldpIds, portKind } from '@linecard/driver-kit/builders'
import { ipOf } from '@linecard/driver-kit/codecs'
import { interfacesList, lldpInfo, refOf, wanted } from '@linecard/driver-kit/modules'

const root = '1.3.6.1.4.1.6527.3.1.2.59.4'
/**
 * tmnxLldpRemTable of TIMETRA-LLDP-MIB. It has the columns of lldpRemTable. Index: time mark, ifIndex,
 * destination address, remote index.
 */
const remotes = table({
  chassisSubtype: chassisKind(`${root}.1.1.4`),
  chassis: octets(`${root}.1.1.5`),
  portSubtype: portKind(`${root}.1.1.6`),
  port: octets(`${root}.1.1.7`),
  portDescr: text(`${root}.1.1.8`),
  name: text(`${root}.1.1.9`),
  descr: text(`${root}.1.1.10`),
})
/**
 * tmnxLldpRemManAddrTable. The address is part of the index. It follows the index of the neighbour: family,
 * length, octets.
 */
const management = table({ ifId: integer(`${root}.2.1.4`) })

/**
 * `lldp_info` from LLDP-MIB, else from TIMETRA-LLDP-MIB: SR OS keeps neighbours by port and destination
 * address.
 */
export const timosLldp = (standard: Implementation = lldp()): Implementation =>
  implement(lldpInfo, async (session, args) => {
    const found = (await standard.run(session, args)) as ResultOf<typeof lldpInfo>
    if (
      found.remotes.length > 0 ||
      !(wanted(args.load_only, 'rem_chassis') || wanted(args.load_only, 'rem_port'))
    )
      return found
    const rows = await readTable(session, remotes)
    if (rows.size === 0) return found
    const interfaces = byIfIndex(await session.call(interfacesList, {}))
    const addresses = new Map<string, string>()
    for (const index of (await readTable(session, management)).keys()) {
      const parts = oidParts(index)
      const address = ipOf(parts.slice(6))
      const key = parts.slice(0, 4).join('.')
      if (address !== null && (parts[4] === 1 || !addresses.has(key))) addresses.set(key, address)
    }
    const ids = lldpIds(session)
    const neighbours = [...rows].map(([index, row]) => {
      const ifIndex = oidParts(index)[1] ?? 0
      const one = interfaces.get(ifIndex)
      const port = ids.read(remotes.port.oid, row.port, row.portSubtype)
      return {
        loc_interface: one ? refOf(one) : null,
        protocol: 'LLDP' as const,
        loc_port_id: ifIndex,
        rem_chassis_id: ids.read(remotes.chassis.oid, row.chassis, row.chassisSubtype),
        rem_interface: port,
        rem_port_descr: row.portDescr,
        rem_name: row.name,
        rem_descr: row.descr,
        rem_mgmt_address: addresses.get(index) ?? null,
        _rem_port_id: port !== null && /^\d{1,9}$/.test(port) ? Number(port) : null,
      }
    })
    ids.tell()
    return { ...found, remotes: neighbours }
  })
