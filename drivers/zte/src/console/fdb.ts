import {
  consoleSource,
  DeviceError,
  implement,
  type Implementation,
  type Session,
} from '@linecard/driver-kit'
import { fdbRow, type FdbArgs, type FdbRow } from '@linecard/driver-kit/builders'
import { findInterface, type Olt } from '@linecard/driver-kit/onus'
import { fdb, interfacesList, macsOf, vlanIdsOf, type Interface } from '@linecard/driver-kit/modules'
import { readMacs, type MacRow } from '../parse/macs.ts'
import { groupKey, keyOf } from '../place.ts'
import { firstAccepted, type Dialect } from './dialect.ts'

/** Reads the MAC addresses of ports that are not PON ports, over SNMP. Absent: the console has them too. */
export type UplinkMacs = (session: Session) => Promise<FdbRow[]>

interface Known {
  byKey: ReadonlyMap<number, Interface>
  olt: Olt
}

/** `sg1` and `smartgroup1` are one link aggregate. */
function keyOfRow({ place, port }: MacRow): number | null {
  const group = /^(?:sg|smartgroup)(\d{1,5})$/i.exec(port)?.[1]
  return group === undefined ? place && keyOf(place) : groupKey(Number(group))
}

async function rowOf(session: Session, row: MacRow, { byKey, olt }: Known): Promise<FdbRow> {
  const key = keyOfRow(row)
  const known = key === null ? undefined : byKey.get(key)
  const one =
    known ??
    (key === null
      ? undefined
      : await findInterface(session, olt, key).catch((error: unknown) => {
          // The ONU was deleted after the table was printed.
          if (error instanceof DeviceError && error.kind === 'BadArgument') return undefined
          throw error
        }))
  if (!one) session.report({ what: 'port of a MAC address', reason: 'unknown_value', index: row.mac })
  return {
    ...fdbRow(row.mac, row.vlan, one, row.dynamic ? 'LEARNED' : 'STATIC'),
    ...(row.vport !== null && { _virtual_port: row.vport }),
    ...(row.time !== null && { time: row.time }),
  }
}

/** @throws DeviceError ParseFailed for a text without heading: silence is no empty table */
function tableOf(text: string, what: string): MacRow[] {
  const { total, rows } = readMacs(text)
  if (rows.length > 0 || total === 0 || /no related information/i.test(text)) return rows
  throw new DeviceError('ParseFailed', `The OLT prints no table of MAC addresses for "${what}"`)
}

const dotted = (mac: string): string => mac.replaceAll(':', '').toLowerCase().match(/.{4}/g)!.join('.')

/** Commands that find addresses or VLANs on the whole OLT. Null: the tables of the ports are read. */
function questions({ mac, vlan_id }: FdbArgs): string[] | null {
  const macs = macsOf(mac)
  if (macs) return [...macs].map(one => `show mac ${dotted(one)}`)
  const vlans = vlanIdsOf(vlan_id)
  return vlans ? [...vlans].map(id => `show mac vlan ${id}`) : null
}

async function asked(session: Session, commands: readonly string[]): Promise<MacRow[] | null> {
  const rows: MacRow[] = []
  for (const command of commands) {
    try {
      rows.push(...tableOf(await session.cli.run(command), command))
    } catch (error) {
      // This firmware does not search: the tables of the ports tell it.
      if (error instanceof DeviceError && error.kind === 'CommandRejected') return null
      throw error
    }
  }
  return rows
}

/** One port after the other. A port that fails is missing, not the others. */
async function everywhere(
  session: Session,
  ports: readonly Interface[],
  dialect: Dialect,
): Promise<MacRow[]> {
  const rows: MacRow[] = []
  let failed: unknown = null
  let read = 0
  for (const port of ports) {
    try {
      const [command] = dialect.macsOf(port)
      rows.push(...tableOf(await firstAccepted(session, dialect.macsOf(port)), command!))
      read++
    } catch (error) {
      if (!(error instanceof DeviceError) || session.signal.aborted) throw error
      failed = error
      session.report({ what: `MAC addresses of ${port.name}`, reason: 'rejected' })
    }
  }
  if (failed && read === 0) throw failed
  return rows
}

/** MAC addresses behind one port or ONU, behind all, or where an address or VLAN is. */
async function consoleRows(session: Session, olt: Olt, dialect: Dialect, args: FdbArgs): Promise<FdbRow[]> {
  const one = args.interface === undefined ? undefined : await findInterface(session, olt, args.interface)
  if (one) {
    const commands = dialect.macsOf(one)
    if (commands.length === 0) return []
    const rows = tableOf(await firstAccepted(session, commands), commands[0]!)
    const known = { olt, byKey: new Map([[one.id, one]]) }
    return Promise.all(rows.map(row => rowOf(session, row, known)))
  }
  const search = questions(args)
  const found = search && (await asked(session, search))
  if (found && found.length <= 8) {
    const ports = await session.call(interfacesList, { root: true })
    const known = { olt, byKey: new Map(ports.map(port => [port.id, port])) }
    return Promise.all(found.map(row => rowOf(session, row, known)))
  }
  const all = await session.call(interfacesList, {})
  const used = new Set(all.map(({ parent }) => parent))
  const known = { olt, byKey: new Map(all.map(port => [port.id, port])) }
  const ports = all.filter(port => port.type === 'PON' && used.has(port.id))
  const rows = found ?? (await everywhere(session, ports, dialect))
  return Promise.all(rows.map(row => rowOf(session, row, known)))
}

const chosen = (rows: readonly FdbRow[], { mac, vlan_id }: FdbArgs): FdbRow[] => {
  const [macs, vlans] = [macsOf(mac), vlanIdsOf(vlan_id)]
  return rows.filter(
    row =>
      (!macs || macs.has(row.mac_address)) && (!vlans || (row.vlan_id !== null && vlans.has(row.vlan_id))),
  )
}

/**
 * fdb: MAC addresses of subscribers behind their ONUs, from the console, and those of the uplinks. Without a
 * login to the console only the uplinks are told, and the rest is reported.
 */
export const oltFdb = (olt: Olt, dialect: Dialect, uplinks?: UplinkMacs): Implementation =>
  implement(
    fdb,
    async (session, args) => {
      const one = args.interface === undefined ? undefined : await findInterface(session, olt, args.interface)
      const behindOnus = one === undefined || dialect.macsOf(one).length > 0
      const hasConsole = session.access?.console ?? false
      if (behindOnus && !hasConsole && (one || !uplinks))
        throw new DeviceError(
          'Unsupported',
          'MAC addresses behind ONUs are only on the console: add a login for it to the access profile',
        )
      if (behindOnus && !hasConsole) session.report({ what: 'MAC addresses behind ONUs', reason: 'rejected' })
      const rows = behindOnus && hasConsole ? await consoleRows(session, olt, dialect, args) : []
      const ofUplinks = one?.type === 'ONU' || one?.type === 'PON' ? [] : ((await uplinks?.(session)) ?? [])
      const seen = new Set(rows.map(row => `${row.mac_address} ${row.vlan_id}`))
      return chosen(
        [...rows, ...ofUplinks.filter(row => !seen.has(`${row.mac_address} ${row.vlan_id}`))].filter(
          row => one === undefined || one.type === 'PON' || row.interface?.id === one.id,
        ),
        args,
      )
    },
    uplinks
      ? { source: 'Q-BRIDGE-MIB', joins: [consoleSource, 'Q-BRIDGE-MIB'], alone: true }
      : { source: consoleSource, alone: true },
  )
