import {
  consoleSource,
  DeviceError,
  enumeration,
  implement,
  interfaceIndex,
  oidParts,
  readTable,
  table,
  type Implementation,
  type Session,
} from '@linecard/driver-kit'
import {
  cliName,
  fdbRow,
  fdbStatusWords,
  readBridgePorts,
  reportPortless,
  type FdbArgs,
  type FdbRow,
} from '@linecard/driver-kit/builders'
import { macAtEnd } from '@linecard/driver-kit/codecs'
import { fdb, macsOf, vlanIdsOf, type Interface } from '@linecard/driver-kit/modules'
import { findInterface, type Olt } from '@linecard/driver-kit/onus'
import { parseMacTable } from '../parse/fdb.ts'
import type { EthernetKeys } from '../place.ts'
import { namesOf, virtualPort } from './lookup.ts'

const chosen = (rows: readonly FdbRow[], args: FdbArgs, one: Interface | undefined): FdbRow[] => {
  const [macs, vlans] = [macsOf(args.mac), vlanIdsOf(args.vlan_id)]
  return rows.filter(
    row =>
      row.status !== 'INVALID' &&
      (!macs || macs.has(row.mac_address)) &&
      (!vlans || (row.vlan_id !== null && vlans.has(row.vlan_id))) &&
      (!one || row.interface?.id === one.id || row.interface?.parent === one.id),
  )
}

const dots = (mac: string) => mac.replaceAll(':', '').toLowerCase().match(/.{4}/g)!.join('.')

/** The narrowest command: the OLT searches, and sends what was found. */
function commandFor(args: FdbArgs, one: Interface | undefined): string {
  const show = 'show mac address-table'
  if (one) return `${show} interface ${cliName(one)}`
  const [macs, vlans] = [macsOf(args.mac), vlanIdsOf(args.vlan_id)]
  if (macs?.size === 1) return `${show} ${dots([...macs][0]!)}`
  if (vlans?.size === 1) return `${show} vlan ${[...vlans][0]!}`
  return show
}

async function readConsole(
  session: Session,
  olt: Olt,
  keys: EthernetKeys,
  args: FdbArgs,
  one: Interface | undefined,
): Promise<FdbRow[]> {
  const learned = parseMacTable(await session.cli.run(commandFor(args, one)))
  const lookup =
    one?.type === 'ONU'
      ? () => one
      : await namesOf(
          session,
          olt,
          keys,
          learned.map(({ port }) => port),
        )
  const rows = learned.map(({ mac, vlan, dynamic, port }) => {
    const at = virtualPort(port)
    const row = fdbRow(mac, vlan, lookup(port), dynamic ? 'LEARNED' : 'STATIC')
    return at === null ? row : { ...row, _virtual_port: at }
  })
  reportPortless(session, 'show mac address-table', rows.filter(row => row.interface === null).length)
  return rows
}

/** dot1qTpFdbTable: VLAN id and MAC address. ONUs are bridge ports. */
const stations = table({
  port: interfaceIndex('1.3.6.1.2.1.17.7.1.2.2.1.2'),
  status: enumeration('1.3.6.1.2.1.17.7.1.2.2.1.3', fdbStatusWords),
})

async function readStations(session: Session): Promise<FdbRow[]> {
  const rows = await readTable(session, stations)
  if (rows.size === 0) return []
  const ports = await readBridgePorts(session)
  let lost = 0
  const found = [...rows].flatMap(([index, { port, status }]) => {
    const parts = oidParts(index)
    const mac = macAtEnd(parts, 1)
    if (mac === null) lost++
    return mac === null
      ? []
      : [{ port, row: fdbRow(mac, parts[0]!, port === null ? undefined : ports(port), status) }]
  })
  const portless = found.filter(({ port, row }) => port !== null && port > 0 && row.interface === null)
  reportPortless(session, stations.port.oid, portless.length + lost)
  return found.map(({ row }) => row)
}

/** Rows of the console; null: there is no login to it, or this firmware refuses the command. */
async function consoleRows(
  session: Session,
  olt: Olt,
  keys: EthernetKeys,
  args: FdbArgs,
  one: Interface | undefined,
): Promise<FdbRow[] | null> {
  if (!session.access?.console) return null
  try {
    return await readConsole(session, olt, keys, args, one)
  } catch (error) {
    if (error instanceof DeviceError && error.kind === 'CommandRejected') return null
    throw error
  }
}

/** The switch of an OLT always knows an address: an empty table is none. */
async function stationRows(session: Session): Promise<FdbRow[]> {
  const rows = await readStations(session)
  if (rows.length > 0) return rows
  throw new DeviceError(
    'Unsupported',
    'This firmware shows MAC addresses on its console alone: add a login for it to the access profile',
  )
}

/**
 * fdb. The console searches on the OLT and needs one command. Firmware from 10.1.0D has Q-BRIDGE-MIB too,
 * which is read where there is no login to the console.
 */
export const fdbOf = (olt: Olt, keys: EthernetKeys): Implementation =>
  implement(
    fdb,
    async (session, args) => {
      const one = args.interface === undefined ? undefined : await findInterface(session, olt, args.interface)
      const rows = (await consoleRows(session, olt, keys, args, one)) ?? (await stationRows(session))
      return chosen(rows, args, one)
    },
    { source: 'Q-BRIDGE-MIB', joins: [consoleSource, 'Q-BRIDGE-MIB'], alone: true },
  )
