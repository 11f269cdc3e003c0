import type { ResultOf } from '../../contract/module.ts'
import type { Session } from '../../contract/session.ts'
import { linkInfo, refOf, type cableDiag, type Interface, type PairState } from '../../modules/index.ts'
import { interfacesFor } from '../interfaces.ts'

export type CableRow = ResultOf<typeof cableDiag>[number]

/** The last measurement of a port: its pairs in order, lengths in m. */
export interface CableMeasurement {
  pairs: { status: PairState | null; length: number | null }[]
  /** Time of the measurement, if the device gives it. */
  time: string | null
}

const copper: ReadonlySet<string> = new Set(['ETH', 'FE', 'GE', 'TGE'])
/** States with a length. The other states have no distance to a fault. */
const measured: ReadonlySet<PairState | null> = new Set<PairState>([
  'OK',
  'Open',
  'Short',
  'OpenShort',
  'CrossTalk',
  'ImpedanceMismatch',
])

/** Copper ports with their link. A port that has only a fibre medium has no pairs. */
export async function copperPorts(
  session: Session,
  wanted?: string | number,
): Promise<{ one: Interface; up: boolean }[]> {
  const links = await session.call(linkInfo, wanted === undefined ? {} : { interface: wanted })
  return (await interfacesFor(session, wanted)).flatMap(one => {
    const rows = links.filter(({ interface: { id } }) => id === one.id)
    const fibre = rows.length > 0 && rows.every(({ medium_type: medium }) => medium === 'Fiber')
    // With SNMP off no port has an ifIndex: the console tests it by its name.
    const known = one.if_index !== null || session.snmp.off === true
    return copper.has(one.type) && known && !fibre
      ? [{ one, up: rows.some(({ oper_status: state }) => state === 'Up') }]
      : []
  })
}

/** A row of `cable_diag` from the result of one port. */
export const cableRow = (one: Interface, { pairs, time }: CableMeasurement, used: number): CableRow => ({
  interface: refOf(one),
  result_time: time,
  // A good pair with length 0 was not measured.
  pairs: pairs
    .slice(0, used)
    .map(({ status, length }, at) => ({
      number: at + 1,
      status: status ?? 'Unknown',
      length: measured.has(status) && !(status === 'OK' && length === 0) ? length : null,
    })),
})

/**
 * Rows of the ports, one after the other. When the time of the call is over, the rows so far are the answer,
 * and the rest is reported as missing.
 */
export async function portAfterPort(
  session: Session,
  ports: readonly { one: Interface; up: boolean }[],
  rowOf: (one: Interface, up: boolean, at: number) => Promise<CableRow | null>,
): Promise<CableRow[]> {
  const rows: CableRow[] = []
  for (const [at, { one, up }] of ports.entries()) {
    try {
      const row = await rowOf(one, up, at)
      if (row) rows.push(row)
    } catch (error) {
      if (!session.signal.aborted || rows.length === 0) throw error
      session.report({
        what: `cable tests of ${one.name} and what follows`,
        reason: 'time_limit',
        rows: rows.length,
      })
      break
    }
  }
  return rows
}
