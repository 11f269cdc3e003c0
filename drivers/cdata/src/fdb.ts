import {
  enumeration,
  implement,
  integer,
  readTable,
  stationMac,
  table,
  type Implementation,
  type Session,
} from '@linecard/driver-kit'
import { reportPortless, type filterFdb } from '@linecard/driver-kit/builders'
import { bytesPiece, macBytes, macOf, number, rowIndex } from '@linecard/driver-kit/codecs'
import { fdb, interfacesList, macsOf, refOf, vlanIdsOf, type Interface } from '@linecard/driver-kit/modules'
import { findInterface, type Olt } from '@linecard/driver-kit/onus'
import { onuV3, pairOnu } from './indexes.ts'
import { cdata, nscrtv } from './nodes.ts'

type Row = (typeof fdb.example)[number]
type Args = Pick<Parameters<typeof filterFdb>[2], 'interface' | 'mac' | 'vlan_id'>

/**
 * The rows that the arguments select. An ONU is named by the place in the row, so no list of ONUs is read.
 */
export async function chosen(session: Session, olt: Olt, rows: readonly Row[], args: Args): Promise<Row[]> {
  const macs = macsOf(args.mac)
  const vlans = vlanIdsOf(args.vlan_id)
  const one = args.interface === undefined ? null : await findInterface(session, olt, args.interface)
  const fits = (row: Row) => {
    if (!one) return true
    const place = row.interface && olt.places.placeOf(row.interface.id)
    return (
      row.interface?.id === one.id ||
      (one.type === 'PON' && place != null && olt.places.keyOf({ ...place, onu: null }) === one.id)
    )
  }
  return rows.filter(
    row =>
      fits(row) &&
      (!macs || macs.has(row.mac_address)) &&
      (!vlans || (row.vlan_id !== null && vlans.has(row.vlan_id))),
  )
}

/** The ONU at a place, made from its port: the agent has just told that a device is behind it. */
export function onuAt(
  olt: Olt,
  ports: ReadonlyMap<number, Interface>,
  place: { shelf: number; slot: number; port: number; onu: number },
): Interface | null {
  const [id, parent] = [olt.places.keyOf(place), olt.places.keyOf({ ...place, onu: null })]
  if (id === null || parent === null) return null
  const port = ports.get(parent)
  const technology = port?.pontype ?? null
  return {
    id,
    name: olt.places.onuName(place, port, 'gpon'),
    type: 'ONU',
    parent: port?.id ?? null,
    if_index: null,
    pontype: technology,
    _technology: technology,
    _frame: place.shelf,
    _slot: place.slot,
    _port: place.port,
    _onu: place.onu,
  }
}

export const portsOf = async (session: Session) =>
  new Map((await session.call(interfacesList, { root: true })).map(one => [one.id, one]))

/**
 * MAC table of firmware 3. Index: length and octets of the address, VLAN. Value: ifIndex, or index of an ONU.
 */
const own = `${nscrtv}.2.3.2.4.2.1`
const ownFdb = table({ status: enumeration(`${own}.3`, { 2: 'LEARNED' }), at: integer(`${own}.4`) })
const ownIndex = rowIndex({ mac: bytesPiece, vlan: number })

/** fdb of firmware 3. One address costs one request: the address begins the index. */
export const fdbV3 = (olt: Olt): Implementation =>
  implement(fdb, async (session, args) => {
    const wanted = macsOf(args.mac)
    const [only] = wanted?.size === 1 ? wanted : []
    const under = only === undefined ? {} : { under: [6, ...macBytes(only)].join('.') }
    const rows = await readTable(session, ownFdb, under)
    const ports = await portsOf(session)
    const byIndex = new Map([...ports.values()].map(port => [port.if_index, port]))
    let lost = 0
    const found = [...rows].flatMap(([index, { status, at }]): Row[] => {
      const key = ownIndex.decode(index)
      const mac_address = key && macOf(key.mac)
      if (!key || mac_address === null) {
        lost++
        return []
      }
      const place = at === null ? null : onuV3.decode(String(at))
      const one = place ? onuAt(olt, ports, place) : byIndex.get(at)
      return [
        {
          interface: one ? refOf(one) : null,
          mac_address,
          vlan_id: key.vlan,
          status,
          is_dynamic: status === null ? null : status === 'LEARNED',
        },
      ]
    })
    reportPortless(session, `${own}.3`, lost)
    return chosen(session, olt, found, args)
  })

/** Addresses behind the Ethernet ports of ONUs of FD11xx: rows `<PON port>.<ONU>.<Ethernet port>`. */
const behind = table({ mac: stationMac(`${cdata}.1.3.4.10.2.1.2.1`) })

export const fdbFd11 = (olt: Olt): Implementation =>
  implement(fdb, async (session, args) => {
    const rows = await readTable(session, behind)
    const ports = await portsOf(session)
    let lost = 0
    const found = [...rows].flatMap(([index, row]): Row[] => {
      const parts = index.split('.')
      const place = pairOnu.decode(parts.slice(0, 2).join('.'))
      const one = place && onuAt(olt, ports, place)
      if (one === null) lost++
      return one === null || row.mac === null
        ? []
        : [
            {
              interface: refOf(one),
              mac_address: row.mac,
              vlan_id: null,
              status: null,
              is_dynamic: null,
              uni: Number(parts[2] ?? 0) || null,
            },
          ]
    })
    reportPortless(session, behind.mac.oid, lost)
    return chosen(session, olt, found, args)
  })
