import type { Session } from '../contract/session.ts'
import { partialIfSilent } from '../table/read.ts'
import type { Outcome } from './ask.ts'

/** Roots of the standard MIBs whose tables may be empty. */
const roots: Readonly<Record<string, string>> = {
  'BRIDGE-MIB': '1.3.6.1.2.1.17',
  'IP-MIB': '1.3.6.1.2.1.4',
  'LLDP-MIB': '1.0.8802.1.1.2',
  'LLDP-V2-MIB': '1.3.111.2.802.1.1.13',
  'POWER-ETHERNET-MIB': '1.3.6.1.2.1.105',
  'Q-BRIDGE-MIB': '1.3.6.1.2.1.17',
}

/**
 * That a table has no rows is a fact only of an agent that has something of its MIB. Reports the MIBs of
 * which it has nothing, if no other source proved that there are no rows.
 */
export async function doubtEmpty(session: Session, outcomes: readonly Outcome[]): Promise<void> {
  const empty = outcomes.filter(({ error }) => error === null)
  const asked = [...new Set(empty.flatMap(({ source }) => roots[source] ?? []))]
  if (empty.some(({ source, reports }) => !Object.hasOwn(roots, source) || reports.length > 0)) return
  if (asked.length === 0) return
  // Every poll of the device finds the table empty: it is asked once in a while.
  const isThere = await session.memo(`mibs ${asked.join(' ')}`, async () => {
    const answer = await partialIfSilent(session, asked, () => session.snmp.columns(asked, { maxRows: 1 }))
    return answer === null || answer.columns.some(({ size }) => size > 0)
  })
  if (isThere) return
  for (const { source } of empty) session.report({ what: source, reason: 'absent', rows: 0 })
}
