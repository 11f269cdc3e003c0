import type { Session } from '@linecard/driver-kit'
import { fdbRow, reportPortless, type FdbArgs, type FdbRow } from '@linecard/driver-kit/builders'
import { interfacesList, macsOf, vlanIdsOf, type Interface } from '@linecard/driver-kit/modules'
import { findInterface, type Olt } from '@linecard/driver-kit/onus'
import { keyOf, parseName, uplinkKey, uplinkOf } from './place.ts'

/** A MAC address as some source of an OLT tells it. `port`: bind key; null: a port that nothing names. */
export interface Learned {
  mac: string
  vlan: number | null
  port: number | null
  status: FdbRow['status']
  gem?: number
}

/**
 * Bind key of a port in a table of MAC addresses: `GE1`, `PON4`, `PON4:ONU73`, `4:73`, `GPON0/4:73`, `GE0/1`.
 * Null: another text.
 */
export function portKey(shown: string): number | null {
  const name = shown.replace(/\s+/g, '')
  const [, uplink] = /^X?GE(\d{1,2})$/i.exec(name) ?? []
  if (uplink !== undefined) return uplinkKey(0, Number(uplink))
  const [, pon, onu] =
    /^PON(\d{1,3})(?::ONU(\d{1,3}))?$/i.exec(name) ?? /^(\d{1,3}):(\d{1,3})$/.exec(name) ?? []
  if (pon !== undefined)
    return keyOf({ shelf: 0, slot: 0, port: Number(pon), onu: onu === undefined ? null : Number(onu) })
  const at = uplinkOf(name)
  if (at) return uplinkKey(at.slot, at.port)
  const place = parseName(name)
  return place && keyOf(place)
}

/** A port without its ONU: a PON port as a whole. */
export const isWholePon = ({ port }: Learned): boolean =>
  port !== null && port >= 10_000_000 && port % 1000 === 0

/**
 * The common table with the ONUs of the table of the PON ports. Rows go together by MAC address and VLAN; a
 * VLAN that did not arrive fits any. `whole`: the table of the PON ports arrived. If it did not, an address
 * behind a PON port has no port: its ONU is not known.
 */
export function joined(common: readonly Learned[], exact: readonly Learned[], whole: boolean): Learned[] {
  const byMac = Map.groupBy(exact, ({ mac }) => mac)
  const commonByMac = Map.groupBy(common, ({ mac }) => mac)
  const isSame = (a: Learned, b: Learned) => a.vlan === b.vlan || a.vlan === null || b.vlan === null
  const rest = common.filter(row => !(byMac.get(row.mac) ?? []).some(one => isSame(one, row)))
  const vlanOf = ({ mac, vlan }: Learned) => {
    const vlans = new Set((commonByMac.get(mac) ?? []).map(row => row.vlan))
    return vlan ?? (vlans.size === 1 ? [...vlans][0]! : null)
  }
  return [
    ...rest.map(row => (isWholePon(row) && !whole ? { ...row, port: null } : row)),
    ...exact.map(row => ({ ...row, vlan: vlanOf(row) })),
  ]
}

/** The rows that the arguments ask for. For one ONU or port the other ONUs are not read. */
export async function fdbOf(
  session: Session,
  olt: Olt,
  learned: readonly Learned[],
  args: FdbArgs,
  source: string,
): Promise<FdbRow[]> {
  const macs = macsOf(args.mac)
  const vlans = vlanIdsOf(args.vlan_id)
  const one = args.interface === undefined ? undefined : await findInterface(session, olt, args.interface)
  const wanted = learned.filter(
    ({ mac, vlan, port }) =>
      (!macs || macs.has(mac)) && (!vlans || (vlan !== null && vlans.has(vlan))) && (!one || port === one.id),
  )
  const known = new Map<number, Interface>(
    one || wanted.length === 0
      ? one
        ? [[one.id, one]]
        : []
      : (await session.call(interfacesList, {})).map(each => [each.id, each]),
  )
  const rows = wanted.map(({ mac, vlan, port, status, gem }) =>
    Object.assign(
      fdbRow(mac, vlan, port === null ? undefined : known.get(port), status),
      gem === undefined ? {} : { gem_port: gem },
    ),
  )
  reportPortless(session, source, rows.filter(row => row.interface === null).length)
  return rows
}
