import { cliName, DeviceError, readTable, type Act, type Interface, type Session, type Tagging } from '@linecard/driver-kit'
import { hybridPorts, l2Ports, trunkPorts } from '../tables.ts'
import { configured } from './configured.ts'

/**
 * How a port takes part in VLANs, from HUAWEI-L2IF-MIB; each kind has commands of its own.
 * @throws DeviceError Unsupported where the firmware does not say it
 */
async function kindOf(session: Session, one: Interface): Promise<'access' | 'trunk' | 'hybrid'> {
  const found = [...await readTable(session, l2Ports, { only: ['ifIndex'] })].find(([, { ifIndex }]) => ifIndex !== null && ifIndex === one.if_index)
  if (!found) throw new DeviceError('Unsupported', `The device does not say over SNMP whether ${one.name} is an access, a trunk or a hybrid port`)
  const [trunks, hybrids] = [await readTable(session, trunkPorts, { only: ['low'] }), await readTable(session, hybridPorts, { only: ['low'] })]
  return trunks.has(found[0]) ? 'trunk' : hybrids.has(found[0]) ? 'hybrid' : 'access'
}

function joining(id: number, { name }: Interface, how: Tagging, kind: 'access' | 'trunk' | 'hybrid'): readonly string[] {
  if (kind === 'hybrid') return how === 'tagged' ? [`port hybrid tagged vlan ${id}`] : [`port hybrid untagged vlan ${id}`, `port hybrid pvid vlan ${id}`]
  if (kind === 'trunk') return [`port trunk allow-pass vlan ${id}`, ...how === 'untagged' ? [`port trunk pvid vlan ${id}`] : []]
  if (how === 'untagged') return [`port default vlan ${id}`]
  throw new DeviceError('BadArgument', `${name} is an access port, which has one VLAN, untagged: make it a trunk or hybrid port first`, { argument: 'type' })
}

const leaving = (id: number, kind: 'access' | 'trunk' | 'hybrid'): string =>
  kind === 'hybrid' ? `undo port hybrid vlan ${id}` : kind === 'trunk' ? `undo port trunk allow-pass vlan ${id}` : 'undo port default vlan'

export const join: Act<[id: number, one: Interface, how: Tagging]> = async (session, id, one, how) => {
  const lines = joining(id, one, how, await kindOf(session, one))
  return configured(() => [`interface ${cliName(one)}`, ...lines])(session)
}

export const leave: Act<[id: number, one: Interface]> = async (session, id, one) => {
  const line = leaving(id, await kindOf(session, one))
  return configured(() => [`interface ${cliName(one)}`, line])(session)
}
