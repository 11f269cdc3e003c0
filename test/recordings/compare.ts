import type { Recording, Varbind } from '@linecard/driver-kit'
import type { Port } from './ask.ts'
import type { ExpectedPort } from './folder.ts'
import { reasons, type Area, type Pair, type Raw } from './reasons.ts'

/** One comparison: equal, explained by a named reason, or neither. */
export interface Outcome { area: Area, result: 'equal' | 'explained' | 'different', reason: string | null, ifIndex: number, theirs: string | null, ours: string | null }

const operWords: Readonly<Record<string, string>> = { Up: 'up', Down: 'down', Testing: 'testing', Unknown: 'unknown', Dormant: 'dormant', NotPresent: 'notPresent', LLDown: 'lowerLayerDown' }
const adminWords: Readonly<Record<string, string>> = { Enabled: 'up', Disabled: 'down', Testing: 'testing' }

const column = {
  descr: '1.3.6.1.2.1.2.2.1.2', ifType: '1.3.6.1.2.1.2.2.1.3', admin: '1.3.6.1.2.1.2.2.1.7', oper: '1.3.6.1.2.1.2.2.1.8',
  name: '1.3.6.1.2.1.31.1.1.1.1', alias: '1.3.6.1.2.1.31.1.1.1.18',
} as const

function rawOf(recording: Recording, ifIndex: number): Raw {
  const cell = (oid: string): Varbind['value'] => recording.get(`${oid}.${ifIndex}`)?.value ?? null
  const text = (oid: string) => { const value = cell(oid); return Buffer.isBuffer(value) ? value.toString('utf8') : null }
  const number = (oid: string) => { const value = cell(oid); return typeof value === 'number' ? value : null }
  const raw = { ifType: number(column.ifType), oper: number(column.oper), admin: number(column.admin), name: text(column.name), descr: text(column.descr), alias: text(column.alias) }
  return { ...raw, present: Object.values(raw).some(value => value !== null) }
}

function judge(area: Area, ifIndex: number, theirs: string | null, ours: string | null, pair: Pair): Outcome {
  if (theirs === ours) return { area, result: 'equal', reason: null, ifIndex, theirs, ours }
  const reason = reasons.find(candidate => candidate.area === area && candidate.fits(pair))
  return { area, result: reason ? 'explained' : 'different', reason: reason?.id ?? null, ifIndex, theirs, ours }
}

/** Every port of either side, compared in every area in which the other system says something. */
export function comparePorts(recording: Recording, expected: readonly ExpectedPort[], ours: readonly Port[]): Outcome[] {
  const theirs = new Map(expected.map(port => [port.ifIndex, port]))
  const mine = new Map(ours.map(port => [port.ifIndex, port]))
  return Array.from(new Set([...theirs.keys(), ...mine.keys()])).flatMap(ifIndex => {
    const pair: Pair = { expected: theirs.get(ifIndex) ?? null, ours: mine.get(ifIndex) ?? null, raw: rawOf(recording, ifIndex) }
    const { expected: a, ours: b } = pair
    const row = judge('interface', ifIndex, a ? a.ifName ?? a.ifDescr ?? 'there' : null, b ? a ? a.ifName ?? a.ifDescr ?? 'there' : b.name : null, pair)
    if (!a || !b) return [row]
    const oper = b.oper === null ? null : operWords[b.oper] ?? b.oper
    const admin = b.admin === null ? null : adminWords[b.admin] ?? b.admin
    return [
      row,
      ...(a.ifName ? [judge('name', ifIndex, a.ifName, b.name, pair)] : []),
      ...(a.ifOperStatus ? [judge('oper', ifIndex, a.ifOperStatus, oper, pair)] : []),
      ...(a.ifAdminStatus ? [judge('admin', ifIndex, a.ifAdminStatus, admin, pair)] : []),
      judge('description', ifIndex, a.ifAlias || null, b.description || null, pair),
    ]
  })
}
