import type { Session } from '../contract/session.ts'
import type { Interface } from '../modules/index.ts'
import { enumeration, table } from '../table/index.ts'
import { rowsByIfIndex, type InterfaceArg } from './interfaces.ts'

/** Duplex of a link (dot3StatsDuplexStatus of EtherLike-MIB); unknown(1) has no word. */
export type Duplex = 'Full' | 'Half'

/** dot3StatsDuplexStatus: 1 unknown, 2 halfDuplex, 3 fullDuplex. DSL ports of a ZXDSL 9806 have 0. */
const standard: Readonly<Record<number, Duplex>> = { 2: 'Half', 3: 'Full' }
const statusColumn = '1.3.6.1.2.1.10.7.2.1.19'

/**
 * Duplex by ifIndex (EtherLike-MIB dot3StatsDuplexStatus, RFC 3635). Ports whose duplex is unknown are not in
 * the map.
 */
export async function readDuplex(
  session: Session,
  interfaces: readonly Interface[],
  wanted?: InterfaceArg,
  words = standard,
): Promise<Map<number, Duplex>> {
  const duplexTable = table({ status: enumeration(statusColumn, { 0: 'Unknown', 1: 'Unknown', ...words }) })
  const rows = await rowsByIfIndex(session, duplexTable, interfaces, wanted)
  return new Map(
    rows.flatMap(([{ if_index }, { status }]) =>
      status === null || status === 'Unknown' ? [] : [[if_index!, status as Duplex] as const],
    ),
  )
}
