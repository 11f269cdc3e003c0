import {
  consoleSource,
  DeviceError,
  implement,
  type Implementation,
  type Session,
} from '@linecard/driver-kit'
import { fdbRow, fdbTable, reportPortless, type FdbRow, type filterFdb } from '@linecard/driver-kit/builders'
import { fdb, interfacesList, macsOf, vlanIdsOf, type Interface } from '@linecard/driver-kit/modules'
import { findInterface, forPorts, type Olt } from '@linecard/driver-kit/onus'
import { ethernetKey, ponKey } from './place.ts'
import { readMacAddresses, type LearntMac } from './parse/mac-address.ts'

/** `AA:BB:CC:DD:EE:FF` as `aabb-ccdd-eeff`. */
const dashed = (mac: string): string =>
  mac
    .replaceAll(':', '')
    .toLowerCase()
    .replace(/^(.{4})(.{4})/, '$1-$2-')

/** `0/1/7` of a port, for commands: from its numbers, never from its name. Null: no port of a board. */
export const portText = ({ _frame, _slot, _port }: Partial<Interface>): string | null =>
  [_frame, _slot, _port].every(one => Number.isInteger(one)) ? `${_frame}/${_slot}/${_port}` : null

/** The command that shows the least of what is asked. */
function commandFor(one: Interface | undefined, macs: ReadonlySet<string> | undefined): string | null {
  if (macs?.size === 1) return `display location ${dashed([...macs][0]!)}`
  if (!one) return 'display mac-address all'
  const port = portText(one)
  if (port === null) return null
  return one.type === 'ONU'
    ? `display mac-address port ${port} ont ${one._onu}`
    : `display mac-address port ${port}`
}

const keyOf = ({ kind, place, onu }: LearntMac): number | null =>
  kind === 'eth'
    ? ethernetKey({ ...place, onu: null })
    : ponKey({ ...place, onu: kind === 'other' ? null : onu })

/** ONUs up to this number are looked up alone; of more, the whole list is read. */
const maxAlone = 16

/** Interfaces of bind keys. */
async function interfacesOf(session: Session, olt: Olt, keys: ReadonlySet<number>) {
  const ports = await session.call(interfacesList, { root: true })
  const known = new Map(ports.map(port => [port.id, port]))
  const onus = [...keys].filter(key => !known.has(key) && olt.places.placeOf(key) !== null)
  if (onus.length > maxAlone)
    for (const one of await session.call(interfacesList, { type: 'ONU' })) known.set(one.id, one)
  else
    for (const key of onus) {
      const one = await findInterface(session, olt, key).catch((error: unknown) => {
        // The ONU was deleted meanwhile.
        if (error instanceof DeviceError && error.kind === 'BadArgument') return undefined
        throw error
      })
      if (one) known.set(key, one)
    }
  return known
}

async function readConsole(session: Session, command: string): Promise<LearntMac[]> {
  const text = await session.cli.run(command, { lenient: true })
  const read = readMacAddresses(text)
  if (read === null)
    throw new DeviceError('CommandRejected', `The device refused "${command}": ${text.trim().slice(0, 200)}`)
  reportPortless(session, command, read.lost)
  return read.rows
}

type Args = Parameters<typeof filterFdb>[2]

/** MAC addresses of one port or ONU, of all, or one address. */
async function byConsole(session: Session, olt: Olt, args: Args): Promise<FdbRow[]> {
  const [macs, vlans] = [macsOf(args.mac), vlanIdsOf(args.vlan_id)]
  const one = args.interface === undefined ? undefined : await findInterface(session, olt, args.interface)
  const command = commandFor(one, macs)
  if (command === null) return []
  const onu = one?.type === 'ONU' ? one : null
  const learnt = (await readConsole(session, command)).filter(
    row =>
      (!macs || macs.has(row.mac)) &&
      (!vlans || (row.vlan !== null && vlans.has(row.vlan))) &&
      (!onu || (keyOf(row) ?? onu.id) === onu.id),
  )
  // One ONU was found and proven: the other interfaces are not asked for.
  const known = onu
    ? new Map([[onu.id, onu]])
    : await interfacesOf(session, olt, new Set(learnt.flatMap(row => keyOf(row) ?? [])))
  const rows = learnt.map((row): FdbRow => {
    const key = keyOf(row)
    const port = key === null ? undefined : known.get(key)
    return {
      ...fdbRow(row.mac, row.vlan, port, row.isStatic ? 'STATIC' : 'LEARNED'),
      ...(row.gem !== null && row.kind === 'gpon' && { gem_port: row.gem }),
    }
  })
  reportPortless(session, command, rows.filter(row => row.interface === null).length)
  if (!one) return rows
  return rows.filter(row => {
    const at = row.interface && known.get(row.interface.id)
    return at?.id === one.id || (one.type === 'PON' && at?.parent === one.id)
  })
}

/**
 * fdb: the agent has no table with the MAC addresses behind ONUs, so the console shows them. Without a login
 * to it, the bridge of the agent shows those of the uplinks, and the rest is reported.
 */
export const macAddresses = (olt: Olt): Implementation => {
  const [uplinks] = forPorts(olt, [fdbTable()])
  return implement(
    fdb,
    async (session, args) => {
      if (session.access?.console) return byConsole(session, olt, args)
      const one = args.interface === undefined ? undefined : await findInterface(session, olt, args.interface)
      if (one?.type === 'ONU' || one?.type === 'PON')
        throw new DeviceError(
          'Unsupported',
          'MAC addresses behind ONUs are only on the console: add a login for it to the access profile',
        )
      session.report({ what: 'MAC addresses behind ONUs', reason: 'rejected' })
      return (await uplinks!.run(session, args)) as FdbRow[]
    },
    { source: 'Q-BRIDGE-MIB', joins: [consoleSource, 'Q-BRIDGE-MIB'], alone: true },
  )
}
