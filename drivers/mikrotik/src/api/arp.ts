import { implement, type Implementation, type ResultOf, type Session } from '@linecard/driver-kit'
import { interfacesFor } from '@linecard/driver-kit/builders'
import { parseMac } from '@linecard/driver-kit/codecs'
import { arpInfo, hostFilter, interfaceVlanInfo, listOf } from '@linecard/driver-kit/modules'
import { flagOf, textOf } from './values.ts'

/** VLAN ids by the name of the VLAN interface. */
export const vlanIdByName = async (session: Session): Promise<ReadonlyMap<string, number | null>> =>
  new Map((await session.call(interfaceVlanInfo, {})).map(({ name, vlan_id: id }) => [name, id]))

/** arp_info: `/ip/arp`. */
export const arpRows = (): Implementation =>
  implement(arpInfo, async (session, args) => {
    const [ips, fits] = [listOf(args.ip), hostFilter(args)]
    const name =
      args.interface === undefined ? undefined : (await interfacesFor(session, args.interface))[0]!.name
    const where: Record<string, string> = {
      ...(ips?.length === 1 && { address: ips[0]! }),
      ...(name !== undefined && { interface: name }),
    }
    const [rows, vlans] = await Promise.all([
      session.routerOs.print('/ip/arp', { where }),
      vlanIdByName(session),
    ])
    return rows
      .map((row): ResultOf<typeof arpInfo>[number] => {
        const [_id, on] = [row['.id'] ?? '', row['interface'] ?? '']
        const [disabled, invalid] = [flagOf(row, 'disabled'), flagOf(row, 'invalid')]
        return {
          _id,
          interface: on,
          ip: row['address'] ?? '',
          mac: parseMac(row['mac-address'] ?? ''),
          dynamic: flagOf(row, 'dynamic'),
          dhcp: flagOf(row, 'DHCP') ?? flagOf(row, 'dhcp'),
          disabled,
          published: flagOf(row, 'published'),
          invalid,
          comment: textOf(row, 'comment'),
          vlan_id: vlans.get(on) ?? null,
          status: disabled ? 'disabled' : invalid ? 'invalid' : 'OK',
          extra: { id: _id, interface_name: on },
        }
      })
      .filter(
        row =>
          fits(row) &&
          (args.vlan_name === undefined || row.interface === args.vlan_name) &&
          (args.status === undefined || row.status === args.status),
      )
  })
