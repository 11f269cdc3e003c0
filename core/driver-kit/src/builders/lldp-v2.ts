import { implement, type Implementation } from '../contract/implementation.ts'
import type { Session } from '../contract/session.ts'
import { ipOf } from '../codecs/index.ts'
import { oidParts } from '../oid.ts'
import { interfacesList, lldpInfo, refOf, wanted } from '../modules/index.ts'
import { integer, octets, readScalars, readTable, table, text } from '../table/index.ts'
import { byIfIndex } from './interfaces.ts'
import { chassisKind, lldpIds, portKind, type LldpIds } from './lldp-ids.ts'

const root = '1.3.111.2.802.1.1.13.1'
/** lldpV2LocalSystemData (LLDP-V2-MIB, IEEE 802.1AB-2009). */
const localSystem = table({
  subtype: chassisKind(`${root}.3.1.0`),
  chassis: octets(`${root}.3.2.0`),
  name: text(`${root}.3.3.0`),
})
/** lldpV2LocPortTable; index ifIndex. */
const localPorts = table({ subtype: portKind(`${root}.3.7.1.2`), id: octets(`${root}.3.7.1.3`) })
/** lldpV2RemTable; index time mark, ifIndex, row of the destination address, remote index. */
const remotes = table({
  chassisSubtype: chassisKind(`${root}.4.1.1.5`),
  chassis: octets(`${root}.4.1.1.6`),
  portSubtype: portKind(`${root}.4.1.1.7`),
  port: octets(`${root}.4.1.1.8`),
  portDescr: text(`${root}.4.1.1.9`),
  name: text(`${root}.4.1.1.10`),
  descr: text(`${root}.4.1.1.11`),
})
/** lldpV2RemManAddrIfId; the address follows the index of lldpV2RemTable: family, length if any, octets. */
const management = table({ ifId: integer(`${root}.4.2.1.4`) })

/** Management address of each neighbour, IPv4 first, by the index of its row. */
async function managementAddresses(session: Session): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const index of (await readTable(session, management)).keys()) {
    const parts = oidParts(index)
    const [family, ...rest] = parts.slice(4)
    const address = ipOf(rest[0] === rest.length - 1 ? rest.slice(1) : rest)
    const key = parts.slice(0, 4).join('.')
    if (address !== null && (family === 1 || !found.has(key))) found.set(key, address)
  }
  return found
}

async function readLocal(session: Session, ids: LldpIds) {
  const { chassis, subtype, name } = await readScalars(session, localSystem)
  const interfaces = byIfIndex(await session.call(interfacesList, {}))
  const ports = [...(await readTable(session, localPorts))].map(([index, row]) => {
    const one = interfaces.get(Number(index))
    return {
      port_id: Number(index),
      name: ids.read(localPorts.id.oid, row.id, row.subtype),
      interface: one ? refOf(one) : null,
    }
  })
  return { chassis_id: ids.read(localSystem.chassis.oid, chassis, subtype), sys_name: name, ports }
}

/** `lldp_info` from LLDP-V2-MIB. The ports are ifIndexes. Agents without neighbours are not asked further. */
export const lldpV2 = (): Implementation =>
  implement(
    lldpInfo,
    async (session, { load_only }) => {
      const asked = wanted(load_only, 'rem_chassis') || wanted(load_only, 'rem_port')
      const ids = lldpIds(session)
      const neighbours = asked ? [...(await readTable(session, remotes))] : []
      if (neighbours.length === 0)
        return { local: { chassis_id: null, sys_name: null, ports: [] }, remotes: [] }
      const interfaces = byIfIndex(await session.call(interfacesList, {}))
      const addresses = await managementAddresses(session)
      const answer = {
        local: await readLocal(session, ids),
        remotes: neighbours.flatMap(([index, row]) => {
          const [, ifIndex] = oidParts(index)
          if (ifIndex === undefined) return []
          const own = interfaces.get(ifIndex)
          const port = ids.read(remotes.port.oid, row.port, row.portSubtype)
          return [
            {
              loc_interface: own ? refOf(own) : null,
              protocol: 'LLDP' as const,
              loc_port_id: ifIndex,
              rem_chassis_id: ids.read(remotes.chassis.oid, row.chassis, row.chassisSubtype),
              rem_interface: port,
              rem_port_descr: row.portDescr,
              rem_name: row.name,
              rem_descr: row.descr,
              rem_mgmt_address: addresses.get(index) ?? null,
              _rem_port_id: port !== null && /^\d{1,9}$/.test(port) ? Number(port) : null,
            },
          ]
        }),
      }
      ids.tell()
      return answer
    },
    { source: 'LLDP-V2-MIB' },
  )
