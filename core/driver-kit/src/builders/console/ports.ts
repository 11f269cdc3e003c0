import type { CliParser, CliRows } from '../../cli/parse/index.ts'
import { DeviceError } from '../../contract/errors.ts'
import { implement, type Implementation } from '../../contract/implementation.ts'
import type { Session } from '../../contract/session.ts'
import {
  interfaceDescriptions,
  interfacesList,
  linkInfo,
  listOf,
  refOf,
  type Interface,
} from '../../modules/index.ts'
import { nwayStatus } from '../if-types.ts'
import { filterInterfaces, interfacesFor, type InterfaceArg } from '../interfaces.ts'
import { joinPorts } from './join.ts'
import { bindKeyOfName, portFinder, typeOfName } from './names.ts'
import { readConsole, type Way } from './read.ts'

type PortRow = CliRows['ports']

const interfaceOf = ({ port, mac_address }: PortRow): Interface => ({
  id: bindKeyOfName(port),
  name: port,
  type: typeOfName(port),
  parent: null,
  if_index: null,
  mac_address,
})

/** @throws DeviceError ParseFailed if two ports have one bind key: neither could be told from the other */
function assertDistinct(interfaces: readonly Interface[]): void {
  const ids = Map.groupBy(interfaces, ({ id }) => id)
  const twice = [...ids.values()].find(({ length }) => length > 1)
  if (twice)
    throw new DeviceError(
      'ParseFailed',
      `The console names ${twice.map(({ name }) => name).join(' and ')}, which Linecard cannot tell apart.`,
    )
}

function linkOf(one: Interface, row: PortRow) {
  const up = row.oper_status === 'Up'
  const [speed_mbps, duplex] = up ? [row.speed_mbps, row.duplex] : [null, null]
  return {
    interface: refOf(one),
    oper_status: row.oper_status,
    admin_state: row.admin_state,
    nway_status: nwayStatus(row.oper_status, speed_mbps, duplex),
    speed_mbps,
    duplex,
    medium_type: null,
    type: one.type,
    description: row.description,
    connector_present: null,
    address_learning: null,
    last_change: null,
    last_change_sec: null,
    mtu: null,
    mac_address: row.mac_address ?? one.mac_address ?? null,
  }
}

/**
 * interfaces_list, link_info and interface_descriptions from what a console prints about its ports.
 *
 * A port has one identity. It comes from SNMP; only where SNMP is off, the name on the console is the
 * identity. So interfaces_list answers from the console only then: after a time-out of SNMP all ports would
 * seem to be others.
 */
export function consolePorts(parsers: readonly CliParser[], ways: readonly Way[]): Implementation[] {
  const read = async (session: Session) => joinPorts(await readConsole(session, 'ports', parsers, ways))
  /** Rows with their interfaces; rows of ports that interfaces_list does not have are left out. */
  async function rowsFor(session: Session, wanted?: InterfaceArg): Promise<[Interface, PortRow][]> {
    const list = await session.call(interfacesList, {})
    const only = wanted === undefined ? null : (await interfacesFor(session, wanted))[0]!.id
    const find = portFinder(list)
    return (await read(session)).flatMap((row): [Interface, PortRow][] => {
      const one = find(row.port)
      return one && (only === null || one.id === only) ? [[one, row]] : []
    })
  }
  return [
    implement(interfacesList, async (session, args) => {
      if (!session.snmp.off)
        throw new DeviceError(
          'Unsupported',
          'The console names the ports of a device only if SNMP is off in its access profile.',
        )
      const interfaces = (await read(session)).map(interfaceOf)
      assertDistinct(interfaces)
      return filterInterfaces(interfaces, args)
    }),
    implement(linkInfo, async (session, args) => {
      const types = listOf(args.type)?.map(word => word.toUpperCase())
      return (await rowsFor(session, args.interface))
        .filter(([{ type }]) => !types || types.includes(type.toUpperCase()))
        .map(([one, row]) => linkOf(one, row))
    }),
    implement(interfaceDescriptions, async (session, args) =>
      args.interface_type === 'ONU'
        ? []
        : (await rowsFor(session, args.interface)).map(([one, { description }]) => ({
            interface: refOf(one),
            description,
          })),
    ),
  ]
}
