import type { Static } from 'typebox'
import type { Session } from '../contract/session.ts'
import { fdb, macsOf, refOf, vlanIdsOf, type Interface } from '../modules/index.ts'
import { interfacesFor } from './interfaces.ts'

/** Arguments of `fdb`: interface, MAC addresses and VLANs that the caller wants. `filterFdb` applies them. */
export type FdbArgs = Static<typeof fdb.args>
/** One row of `fdb`: a MAC address in a VLAN, and the port or ONU behind which it is. */
export type FdbRow = Static<typeof fdb.result>[number]
type Status = NonNullable<FdbRow['status']>

/** dot1dTpFdbStatus, dot1qTpFdbStatus. */
export const fdbStatusWords = { 1: 'OTHER', 2: 'INVALID', 3: 'LEARNED', 4: 'SELF', 5: 'MGMT' } as const

/** A row of `fdb`, with the facts that every source has. */
export const fdbRow = (
  mac: string,
  vlan: number | null,
  one: Interface | undefined,
  status: Status | null,
): FdbRow => ({
  interface: one ? refOf(one) : null,
  mac_address: mac,
  vlan_id: vlan,
  status,
  is_dynamic: status === null ? null : status === 'LEARNED',
})

/**
 * Says how many rows of a table (MAC addresses, power feeds, sensors) have a port that no interface is known
 * for, or an index that has no MAC address.
 */
export function reportPortless(session: Pick<Session, 'report'>, column: string, cells: number): void {
  if (cells > 0) session.report({ what: column, reason: 'unknown_value', cells })
}

/** Only the rows that the arguments select. Rows with the status "invalid" are left out. */
export async function filterFdb(session: Session, rows: readonly FdbRow[], args: FdbArgs): Promise<FdbRow[]> {
  const macs = macsOf(args.mac)
  const vlans = vlanIdsOf(args.vlan_id)
  const id = args.interface === undefined ? undefined : (await interfacesFor(session, args.interface))[0]!.id
  return rows.filter(
    row =>
      row.status !== 'INVALID' &&
      (!macs || macs.has(row.mac_address)) &&
      (!vlans || (row.vlan_id !== null && vlans.has(row.vlan_id))) &&
      (id === undefined || row.interface?.id === id),
  )
}
