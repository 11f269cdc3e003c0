import { implement, type Implementation } from '../contract/implementation.ts'
import type { Session } from '../contract/session.ts'
import { macOf } from '../codecs/index.ts'
import { oidParts } from '../oid.ts'
import { fdb } from '../modules/index.ts'
import { flatMapInSlices } from '../slices.ts'
import { enumeration, integer, interfaceIndex, readWhole, table } from '../table/index.ts'
import { bridgeFdb, bridgePortsOfMacs } from './bridge-fdb.ts'
import { readBridgePorts, type BridgePortOptions } from './bridge-ports.ts'
import { credibleFdb } from '../table/credible-fdb.ts'
import { fdbRow, fdbStatusWords, filterFdb, reportPortless, type FdbRow } from './fdb-rows.ts'

/** How FDB ids and bridge ports become VLANs and interfaces. By default by dot1qVlanFdbId and BRIDGE-MIB. */
export interface QBridgeFdbOptions extends BridgePortOptions {
  /** The index is the VLAN id. The builder ignores dot1qVlanFdbId. */
  indexIsVlan?: true
  /** The VLANs of an FDB id, from a vendor table (Junos). */
  fdbIds?: (session: Session) => Promise<ReadonlyMap<number, ReadonlySet<number>> | null>
}

/** dot1qTpFdbTable (Q-BRIDGE-MIB, RFC 4363); the index is FDB id and MAC address. */
const dot1qTpFdb = table({
  // Of many agents it is an ifIndex, however large.
  port: interfaceIndex('1.3.6.1.2.1.17.7.1.2.2.1.2'),
  status: enumeration('1.3.6.1.2.1.17.7.1.2.2.1.3', fdbStatusWords),
})
/** dot1qVlanFdbId of dot1qVlanCurrentTable; the index is time mark and VLAN id. */
const vlanFdbIds = table({ fdbId: integer('1.3.6.1.2.1.17.7.1.4.2.1.3') })
const keepMs = 300_000

/** VLAN ids of each FDB id, if the agent gives them. Null if a part of them did not arrive. */
async function readFdbIds(session: Session): Promise<Map<number, Set<number>> | null> {
  const { rows, whole } = await session.memo('fdb_ids', () => readWhole(session, vlanFdbIds), keepMs)
  if (!whole) return null
  const vlans = new Map<number, Set<number>>()
  for (const [index, { fdbId }] of rows) {
    const vlan = oidParts(index).at(-1)!
    if (fdbId === null) continue
    const known = vlans.get(fdbId) ?? new Set<number>()
    vlans.set(fdbId, known.add(vlan))
  }
  return vlans
}

/**
 * VLAN id of an FDB id. One VLAN with that FDB id: that one. None: agents that learn per VLAN number their
 * FDBs by VLAN id. Several VLANs share it: the entry is in all of them, so no single id is true. Null for
 * `vlansOf`: it is not known whether a VLAN has it.
 */
export function vlanOfFdb(
  fdbId: number,
  vlansOf: ReadonlyMap<number, ReadonlySet<number>> | null,
): number | null {
  if (vlansOf === null) return null
  const vlans = vlansOf.get(fdbId)
  if (vlans?.size === 1) return [...vlans][0]!
  return !vlans && fdbId >= 1 && fdbId <= 4094 ? fdbId : null
}

/**
 * Where the address stands in an index: after the FDB id. Some agents put its length before it (V-SOL V1600D,
 * Zyxel GS1900), others the number of the row behind it (Zyxel IES5212).
 */
const addressAt = (indexes: readonly (readonly number[])[]): number =>
  indexes.length > 0 && indexes.every(({ length, 1: size }) => length === 8 && size === 6) ? 2 : 1

/** MAC table with VLANs. */
export async function readQBridgeFdb(
  session: Session,
  { indexIsVlan, fdbIds = readFdbIds, ...options }: QBridgeFdbOptions = {},
): Promise<FdbRow[]> {
  const { rows, lost } = await readWhole(session, dot1qTpFdb)
  if (rows.size === 0) return []
  const ports = await readBridgePorts(session, options)
  const vlansOf = indexIsVlan ? new Map<number, Set<number>>() : await fdbIds(session)
  const isPortless = !lost.has('port') && Array.from(rows.values()).every(({ port }) => port === null)
  const plain = isPortless ? await bridgePortsOfMacs(session) : null
  let untold = 0
  const from = addressAt(Array.from(rows.keys(), oidParts))
  const found = await flatMapInSlices(rows, ([index, { port: told, status }]) => {
    const parts = oidParts(index)
    const mac = parts.length > from + 7 ? null : macOf(parts.slice(from, from + 6))
    if (mac === null) {
      untold++
      return []
    }
    const port = plain ? (plain.get(mac) ?? null) : told
    const one = port === null ? undefined : ports(port)
    // 0 is no port. A column without any value is no answer either.
    if (port === null ? !lost.has('port') : port !== 0 && !one) untold++
    return [fdbRow(mac, vlanOfFdb(parts[0]!, vlansOf), one, status)]
  })
  reportPortless(session, dot1qTpFdb.port.oid, untold)
  return credibleFdb(session, dot1qTpFdb.port.oid, found)
}

/** `fdb` from Q-BRIDGE-MIB. */
export const qBridgeFdb = (options: QBridgeFdbOptions = {}): Implementation =>
  implement(fdb, async (session, args) => filterFdb(session, await readQBridgeFdb(session, options), args), {
    source: 'Q-BRIDGE-MIB',
  })

/** `fdb` from Q-BRIDGE-MIB, and from BRIDGE-MIB where that table is empty. */
export const fdbTable = (options: QBridgeFdbOptions = {}): Implementation => ({
  ...qBridgeFdb(options),
  next: [bridgeFdb(options)],
})
