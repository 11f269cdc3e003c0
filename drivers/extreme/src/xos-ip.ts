import { implement, pick, type Implementation, type ResultOf } from '@linecard/driver-kit'
import { ipMib } from '@linecard/driver-kit/builders'
import { arps, directRoutes, vlanIdsOf } from '@linecard/driver-kit/modules'
import { readVlanTable } from './xos-vlans.ts'

const standardIp = ipMib()

/**
 * net_settings, arps and direct_routes from IP-MIB. The VLAN id comes from the ifIndex of the VLAN, not from
 * its name: operators choose the names, and `floor2` is not VLAN 2.
 */
export const xosIp = (): Implementation[] => [
  ...standardIp,
  implement(
    arps,
    async (session, { vlan_id, ...args }) => {
      const [ids, wanted] = [await readVlanTable(session), vlanIdsOf(vlan_id)]
      const rows = (await pick(standardIp, arps).run(session, args)) as ResultOf<typeof arps>
      return rows
        .map(row => ({ ...row, vlan_id: ids.get(String(row.interface?.if_index))?.id ?? null }))
        .filter(row => !wanted || (row.vlan_id !== null && wanted.has(row.vlan_id)))
    },
    { override: true },
  ),
  implement(
    directRoutes,
    async (session, args) => {
      const ids = await readVlanTable(session)
      const rows = (await pick(standardIp, directRoutes).run(session, args)) as ResultOf<typeof directRoutes>
      return rows.map(row => {
        const vlan = ids.get(String(row.interface?.if_index))
        return { ...row, vlan_id: vlan?.id ?? null, vlan_name: vlan?.name ?? null }
      })
    },
    { override: true },
  ),
]
