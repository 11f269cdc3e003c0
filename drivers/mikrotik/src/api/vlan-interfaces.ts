import { implement, type Implementation, type ResultOf } from '@linecard/driver-kit'
import { arps, directRoutes, listOf, macsOf, vlanIdsOf } from '@linecard/driver-kit/modules'
import { vlanIdByName } from './arp.ts'
import { apiWorks } from './device.ts'

/**
 * arps of SNMP, with VLAN ids from `/interface/vlan`: the name of a VLAN interface does not always contain
 * the id.
 */
export const arpsWithVlans = (snmp: Implementation): Implementation =>
  implement(arps, async (session, { vlan_id: wanted, ...args }) => {
    const [ids, ips, macs] = [vlanIdsOf(wanted), listOf(args.ip), macsOf(args.mac)]
    const rows = (await snmp.run(session, {
      ...(ips && { ip: ips }),
      ...(macs && { mac: [...macs] }),
    })) as ResultOf<typeof arps>
    const known = (await apiWorks(session)) ? await vlanIdByName(session) : new Map<string, number | null>()
    return rows
      .map(row => ({ ...row, vlan_id: known.get(row.interface?.name ?? '') ?? row.vlan_id }))
      .filter(row => !ids || (row.vlan_id !== null && ids.has(row.vlan_id)))
  })

/** direct_routes of SNMP, with VLAN ids and names from the same menu. */
export const routesWithVlans = (snmp: Implementation): Implementation =>
  implement(directRoutes, async session => {
    const rows = (await snmp.run(session, {})) as ResultOf<typeof directRoutes>
    const known = (await apiWorks(session)) ? await vlanIdByName(session) : new Map<string, number | null>()
    return rows.map(row => {
      const name = row.interface?.name ?? ''
      return known.has(name) ? { ...row, vlan_id: known.get(name) ?? row.vlan_id, vlan_name: name } : row
    })
  })
