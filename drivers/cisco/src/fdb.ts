import {
  DeviceError,
  enumeration,
  implement,
  integer,
  interfaceIndex,
  oidParts,
  readTable,
  table,
  type Implementation,
  type Missing,
  type Session,
  type SnmpContext,
} from '@linecard/driver-kit'
import {
  byIfIndex,
  fdbRow,
  fdbStatusWords,
  reportPortless,
  filterFdb,
  readBridgeFdb,
  readQBridgeFdb,
  type FdbRow,
} from '@linecard/driver-kit/builders'
import { macAtEnd } from '@linecard/driver-kit/codecs'
import { fdb, interfacesList, vlanIdsOf, type Interface } from '@linecard/driver-kit/modules'
import { vtpVlans } from './tables.ts'

const dot1dTpFdb = '1.3.6.1.2.1.17.4.3.1'
/**
 * dot1dTpFdbTable (BRIDGE-MIB, RFC 4188), index: MAC address; dot1dBasePortIfIndex, index: bridge port. The
 * bridge ports of each context are different.
 */
const stations = table({
  port: integer(`${dot1dTpFdb}.2`),
  status: enumeration(`${dot1dTpFdb}.3`, fdbStatusWords),
})
const basePorts = table({ ifIndex: interfaceIndex('1.3.6.1.2.1.17.1.4.1.2') })

/**
 * SNMP context of one VLAN: community `community@301`, or context `vlan-301` of SNMPv3. Source: Cisco, "SNMP
 * Community String Indexing".
 */
const contextOf = (vlan: number): SnmpContext => ({ name: `vlan-${vlan}`, suffix: `@${vlan}` })

/**
 * VLANs that forward: type Ethernet (1) and state operational (1). Every switch also lists VLANs for FDDI and
 * Token Ring; these are left out.
 */
async function readVlanIds(session: Session): Promise<number[]> {
  return [...(await readTable(session, vtpVlans, { only: ['type', 'state'] }))]
    .flatMap(([index, { type, state }]) =>
      (type === null || type === 1) && (state === null || state === 1) ? [oidParts(index).at(-1)!] : [],
    )
    .filter(id => id >= 1 && id <= 4094)
    .toSorted((a, b) => a - b)
}

/** Rows of one VLAN. Null if the agent does not answer for this VLAN. */
async function readContext(
  session: Session,
  vlan: number,
  interfaces: ReadonlyMap<number, Interface>,
): Promise<FdbRow[] | null> {
  const context = contextOf(vlan)
  const missing: Missing[] = []
  const reader = {
    snmp: session.snmp,
    signal: session.signal,
    answered: true,
    report: (what: Missing) => {
      missing.push(what)
    },
  }
  try {
    const rows = [...(await readTable(reader, stations, { context }))]
    const ports =
      rows.length > 0
        ? await readTable(reader, basePorts, { context })
        : new Map<string, { ifIndex: number | null }>()
    if (missing.some(({ reason }) => reason === 'silent') && rows.length === 0) return null
    for (const one of missing) session.report(one)
    let lost = 0
    const found = rows.flatMap(([index, { port, status }]) => {
      const mac = macAtEnd(oidParts(index))
      const one = interfaces.get(ports.get(String(port))?.ifIndex ?? 0)
      if (mac === null || (port && !one)) lost++
      return mac === null ? [] : [fdbRow(mac, vlan, one, status)]
    })
    reportPortless(session, dot1dTpFdb, lost)
    return found
  } catch (error) {
    // SNMPv3: the user has no access to the context, or the agent has no such context.
    if (error instanceof DeviceError && error.kind === 'AuthFailed') return null
    throw error
  }
}

/**
 * Reads one VLAN after the other. If the agent does not answer for the first VLAN, or for two in a row, it
 * has no contexts. Reading stops, because a time-out for each VLAN takes minutes.
 */
async function readContexts(session: Session, vlans: readonly number[]): Promise<FdbRow[]> {
  const interfaces = byIfIndex(await session.call(interfacesList, {}))
  const found: FdbRow[] = []
  let unread = 0
  let unanswered = 0
  for (const [at, vlan] of vlans.entries()) {
    if (session.signal.aborted) {
      session.report({ what: dot1dTpFdb, reason: 'time_limit', rows: found.length, cells: vlans.length - at })
      break
    }
    const rows = await readContext(session, vlan, interfaces)
    unanswered = rows === null ? unanswered + 1 : 0
    if (rows) found.push(...rows)
    else unread++
    if (unanswered === 2 || (unanswered === 1 && at === 0)) {
      unread += vlans.length - at - 1
      break
    }
  }
  if (unread > 0) session.report({ what: dot1dTpFdb, reason: 'rejected', cells: unread })
  return found
}

/**
 * fdb from Q-BRIDGE-MIB if the agent has it (few have), else from BRIDGE-MIB. BRIDGE-MIB has one VLAN in
 * each SNMP context; VLAN 1 is in the default context.
 */
export const contextFdb = (): Implementation =>
  implement(fdb, async (session, args) => {
    const tagged = await readQBridgeFdb(session)
    if (tagged.length > 0) return filterFdb(session, tagged, args)
    const wanted = vlanIdsOf(args.vlan_id)
    const others = (await readVlanIds(session)).filter(id => id !== 1 && (!wanted || wanted.has(id)))
    const first =
      wanted && !wanted.has(1) ? [] : (await readBridgeFdb(session)).map(row => ({ ...row, vlan_id: 1 }))
    return filterFdb(session, [...first, ...(await readContexts(session, others))], args)
  })
