import { DeviceError, type Session } from '@linecard/driver-kit'
import { interfaceVlanInfo, oneVlanId } from '@linecard/driver-kit/modules'

export const wrong = (argument: string, message: string) =>
  new DeviceError('BadArgument', message, { argument })

/** The arguments that identify a VLAN interface. */
export interface OfVlan {
  vlan_id?: number | string | undefined
  vlan_name?: string | undefined
}

/**
 * The VLAN interface that the arguments name. Undefined if they name none.
 * @throws DeviceError BadArgument if no interface or more than one interface matches
 */
export async function vlanInterface(
  session: Session,
  { vlan_id: given, vlan_name: name }: OfVlan,
): Promise<string | undefined> {
  if (given === undefined && name === undefined) return undefined
  const id = given === undefined ? undefined : oneVlanId(given, 'vlan_id')
  const found = (await session.call(interfaceVlanInfo, {})).filter(
    vlan => (id === undefined || vlan.vlan_id === id) && (name === undefined || vlan.name === name),
  )
  const argument = name === undefined ? 'vlan_id' : 'vlan_name'
  if (found.length === 0)
    throw wrong(
      argument,
      'The router has no VLAN interface ' +
        [id, name && JSON.stringify(name)].filter(Boolean).join(' named '),
    )
  if (found.length > 1)
    throw wrong(
      argument,
      `VLAN ${id} has ${found.length} interfaces: ` +
        `give one of ${found.map(vlan => vlan.name).join(', ')} in vlan_name`,
    )
  return found[0]!.name
}
