import { implement, type Implementation, type ResultOf } from '@linecard/driver-kit'
import { interfacesList, lldpInfo, refOf, wanted, type NeighbourProtocol } from '@linecard/driver-kit/modules'
import { apiWorks } from './device.ts'
import { namesOf, textOf } from './values.ts'

/** `discovered-by` of RouterOS 7: `cdp,lldp,mndp`. RouterOS 6 does not say it. */
const protocolOf = (words: string | null): NeighbourProtocol | null =>
  (['LLDP', 'CDP', 'MNDP'] as const).find(word => words?.toUpperCase().includes(word)) ?? null

/**
 * lldp_info of SNMP, or `/ip/neighbor` if SNMP gives no neighbours: RouterOS before 6.44 has no LLDP-MIB,
 * and LLDP-MIB does not contain neighbours that use only MNDP or CDP.
 */
export const neighbours = (snmp: Implementation): Implementation =>
  implement(lldpInfo, async (session, args) => {
    const fromSnmp = (await snmp.run(session, args)) as ResultOf<typeof lldpInfo>
    if (
      fromSnmp.remotes.length > 0 ||
      !(wanted(args.load_only, 'rem_chassis') || wanted(args.load_only, 'rem_port')) ||
      !(await apiWorks(session))
    )
      return fromSnmp
    const [rows, interfaces] = await Promise.all([
      session.routerOs.print('/ip/neighbor'),
      session.call(interfacesList, {}),
    ])
    return {
      ...fromSnmp,
      remotes: rows.map(row => {
        // RouterOS gives `ether3,bridge1` for a neighbour on a port of a bridge.
        const own = interfaces.find(({ name }) => name === namesOf(row['interface'])[0])
        return {
          loc_interface: own ? refOf(own) : null,
          protocol: protocolOf(textOf(row, 'discovered-by')),
          loc_port_id: own?.if_index ?? 0,
          rem_chassis_id: textOf(row, 'mac-address'),
          rem_interface: textOf(row, 'interface-name'),
          rem_port_descr: null,
          rem_name: textOf(row, 'identity'),
          rem_descr: textOf(row, 'system-description') ?? textOf(row, 'version'),
          rem_mgmt_address: textOf(row, 'address4') ?? textOf(row, 'address'),
          _rem_port_id: null,
        }
      }),
    }
  })
