import type { CliParser, CliRows } from '../../cli/parse/index.ts'
import { DeviceError } from '../../contract/errors.ts'
import { implement, type Implementation } from '../../contract/implementation.ts'
import type { Session } from '../../contract/session.ts'
import {
  interfacesList,
  lldpInfo,
  refOf,
  wanted,
  type InterfaceRef,
  type NeighbourProtocol,
} from '../../modules/index.ts'
import { bindKeyOfName, portFinder } from './names.ts'
import { readConsole, reportUnknown, type Way } from './read.ts'

const remoteOf = (
  row: CliRows['lldp'],
  protocol: NeighbourProtocol,
  refFor: (name: string | null) => InterfaceRef | null,
) => ({
  loc_interface: refFor(row.port),
  protocol,
  loc_port_id: bindKeyOfName(row.port ?? ''),
  rem_chassis_id: row.chassis_id,
  rem_interface: row.port_id,
  rem_port_descr: row.port_descr,
  rem_name: row.sys_name,
  rem_descr: row.sys_descr,
  rem_mgmt_address: row.mgmt_address,
  _rem_port_id: /^\d{1,9}$/.test(row.port_id ?? '') ? Number(row.port_id) : null,
})

/**
 * Neighbours by CDP. They add to those of LLDP: without them the answer is not whole, but it is an answer.
 */
async function readCdp(session: Session, parsers: readonly CliParser[], ways: readonly Way[] | undefined) {
  if (!ways) return []
  try {
    return (await readConsole(session, 'lldp', parsers, ways)).flat()
  } catch (error) {
    if (!(error instanceof DeviceError) || !['CommandRejected', 'ParseFailed'].includes(error.kind))
      throw error
    session.report({ what: 'CDP', reason: 'rejected' })
    return []
  }
}

/** `lldp_info` from the console. It prints the neighbours, and not what the device says about itself. */
export const consoleLldp = (
  parsers: readonly CliParser[],
  ways: readonly Way[],
  cdp?: readonly Way[],
): Implementation =>
  implement(lldpInfo, async (session, { load_only: loadOnly }) => {
    const find = portFinder(await session.call(interfacesList, {}))
    const byLldp = (await readConsole(session, 'lldp', parsers, ways)).flat()
    const byCdp = await readCdp(session, parsers, cdp)
    // Both forms of a name are one port.
    const ports = new Map(
      [...byLldp, ...byCdp].flatMap(({ port }) =>
        port === null ? [] : [[bindKeyOfName(port), port] as const],
      ),
    )
    reportUnknown(
      session,
      'loc_interface',
      [...ports.values()].filter(name => !find(name)),
    )
    if (wanted(loadOnly, 'loc_chassis')) session.report({ what: 'local', reason: 'unknown_value' })
    const refFor = (name: string | null) => {
      const one = name === null ? undefined : find(name)
      return one ? refOf(one) : null
    }
    return {
      local: {
        chassis_id: null,
        sys_name: null,
        ports: [...ports].map(([port_id, name]) => ({ port_id, name, interface: refFor(name) })),
      },
      remotes: [
        ...byLldp.map(row => remoteOf(row, 'LLDP', refFor)),
        ...byCdp.map(row => remoteOf(row, 'CDP', refFor)),
      ],
    }
  })
