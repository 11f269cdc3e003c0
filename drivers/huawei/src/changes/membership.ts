import { DeviceError, readTable, type Session } from '@linecard/driver-kit'
import { cliName, type Act, type Tagging } from '@linecard/driver-kit/builders'
import type { Interface } from '@linecard/driver-kit/modules'
import { hybridPorts, l2Ports, trunkPorts } from '../tables.ts'
import { configured } from './configured.ts'

type Kind = 'access' | 'trunk' | 'hybrid'

/** The kind from HUAWEI-L2IF-MIB. Null if the firmware does not have this MIB. */
async function kindBySnmp(session: Session, one: Interface): Promise<Kind | null> {
  const found = [...(await readTable(session, l2Ports, { only: ['ifIndex'] }))].find(
    ([, { ifIndex }]) => ifIndex !== null && ifIndex === one.if_index,
  )
  if (!found) return null
  const [trunks, hybrids] = [
    await readTable(session, trunkPorts, { only: ['low'] }),
    await readTable(session, hybridPorts, { only: ['low'] }),
  ]
  return trunks.has(found[0]) ? 'trunk' : hybrids.has(found[0]) ? 'hybrid' : 'access'
}

/**
 * The kind from the configuration of the port. The configuration does not show the default kind of the
 * firmware.
 */
async function kindByConsole(session: Session, one: Interface): Promise<Kind | null> {
  await session.cli.run(`interface ${cliName(one)}`, { mode: 'system' })
  return (
    (/^\s*port link-type (access|trunk|hybrid)\s*$/m.exec(
      await session.cli.run('display this', { mode: 'system' }),
    )?.[1] as Kind | undefined) ?? null
  )
}

/**
 * The link type of a port: each link type has its own commands.
 * @throws DeviceError Unsupported if the device does not show the link type
 */
async function kindOf(session: Session, one: Interface): Promise<Kind> {
  const kind = (await kindBySnmp(session, one)) ?? (await kindByConsole(session, one))
  if (kind) return kind
  throw new DeviceError(
    'Unsupported',
    `The device does not show whether ${one.name} is an access, trunk or hybrid port: ` +
      'set the link type of the port on the device first',
  )
}

function joining(id: number, { name }: Interface, how: Tagging, kind: Kind): readonly string[] {
  if (kind === 'hybrid')
    return how === 'tagged'
      ? [`port hybrid tagged vlan ${id}`]
      : [`port hybrid untagged vlan ${id}`, `port hybrid pvid vlan ${id}`]
  if (kind === 'trunk')
    return [`port trunk allow-pass vlan ${id}`, ...(how === 'untagged' ? [`port trunk pvid vlan ${id}`] : [])]
  if (how === 'untagged') return [`port default vlan ${id}`]
  throw new DeviceError(
    'BadArgument',
    `${name} is an access port, which has only one untagged VLAN: make it a trunk or hybrid port first`,
    { argument: 'type' },
  )
}

const leaving = (id: number, kind: Kind): string =>
  kind === 'hybrid'
    ? `undo port hybrid vlan ${id}`
    : kind === 'trunk'
      ? `undo port trunk allow-pass vlan ${id}`
      : 'undo port default vlan'

export const join: Act<[id: number, one: Interface, how: Tagging]> = async (session, id, one, how) => {
  const lines = joining(id, one, how, await kindOf(session, one))
  return configured(() => [`interface ${cliName(one)}`, ...lines])(session)
}

export const leave: Act<[id: number, one: Interface]> = async (session, id, one) => {
  const line = leaving(id, await kindOf(session, one))
  return configured(() => [`interface ${cliName(one)}`, line])(session)
}
