import type { Session } from '../contract/session.ts'

/** What is looked at in a row of `fdb`. */
interface FdbRow {
  mac_address: string
  status: string | null
}

/** No device sends from a group address, so none is learned. */
const isGroup = ({ mac_address, status }: FdbRow): boolean =>
  (status === 'LEARNED' || status === null) && parseInt(mac_address.slice(0, 2), 16) % 2 === 1

/** No station has it: an entry that was never filled in. */
const isZero = ({ mac_address }: FdbRow): boolean => mac_address === '00:00:00:00:00:00'

/** The rows that a MAC table can have. Learned group addresses and zeros are left out and reported. */
export function credibleFdb<R extends FdbRow>(session: Session, column: string, rows: readonly R[]): R[] {
  const real = rows.filter(row => !isGroup(row) && !isZero(row))
  if (real.length < rows.length)
    session.report({ what: column, reason: 'unknown_value', cells: rows.length - real.length })
  return real
}
