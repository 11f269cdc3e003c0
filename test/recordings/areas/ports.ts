import type { Varbind } from '@linecard/driver-kit'
import type { Port } from '../answers.ts'
import type { ExpectedPort } from '../folder.ts'
import { bare, judge, same, type Area, type Case, type Comparison, type Row } from './area.ts'

/** The objects of the recording for an ifIndex. Null: no such object. */
interface Raw {
  present: boolean
  oper: number | null
  admin: number | null
  name: string | null
  descr: string | null
  alias: string | null
}
/** One port from the other system, from us, and from the recording. */
interface Pair {
  expected: ExpectedPort | null
  ours: Port | null
  raw: Raw
}

const operWords: Readonly<Record<string, string>> = {
  Up: 'up',
  Down: 'down',
  Testing: 'testing',
  Unknown: 'unknown',
  Dormant: 'dormant',
  NotPresent: 'notPresent',
  LLDown: 'lowerLayerDown',
}
const adminWords: Readonly<Record<string, string>> = { Enabled: 'up', Disabled: 'down', Testing: 'testing' }
const column = {
  descr: '1.3.6.1.2.1.2.2.1.2',
  ifType: '1.3.6.1.2.1.2.2.1.3',
  admin: '1.3.6.1.2.1.2.2.1.7',
  oper: '1.3.6.1.2.1.2.2.1.8',
  name: '1.3.6.1.2.1.31.1.1.1.1',
  alias: '1.3.6.1.2.1.31.1.1.1.18',
} as const

function rawOf({ recording }: Case, ifIndex: number): Raw {
  const cell = (oid: string): Varbind['value'] => recording.get(`${oid}.${ifIndex}`)?.value ?? null
  const text = (oid: string) => {
    const value = cell(oid)
    return Buffer.isBuffer(value) ? value.toString('utf8') : null
  }
  const number = (oid: string) => {
    const value = cell(oid)
    return typeof value === 'number' ? value : null
  }
  const raw = {
    oper: number(column.oper),
    admin: number(column.admin),
    name: text(column.name),
    descr: text(column.descr),
    alias: text(column.alias),
  }
  return { ...raw, present: Object.values(raw).some(value => value !== null) || cell(column.ifType) !== null }
}

/** All ports of both sides, compared in all areas in which the other system has a value. */
function rows(of: Case): Row<Pair>[] {
  if (!of.expected.ports?.length) return []
  const theirs = new Map(of.expected.ports.map(port => [port.ifIndex, port]))
  const mine = new Map(of.ports.map(port => [port.ifIndex, port]))
  return Array.from(new Set([...theirs.keys(), ...mine.keys()])).flatMap(ifIndex => {
    const pair: Pair = {
      expected: theirs.get(ifIndex) ?? null,
      ours: mine.get(ifIndex) ?? null,
      raw: rawOf(of, ifIndex),
    }
    const { expected: a, ours: b, raw } = pair
    const row = (area: Area, first: string | null, second: string | null): Row<Pair> => ({
      area,
      key: `ifIndex ${ifIndex}`,
      theirs: first,
      ours: second,
      facts: pair,
    })
    if (!a) return [row('interface', raw.present ? null : 'no such row', b!.name)]
    const name = a.ifName ?? a.ifDescr ?? 'there'
    if (!b) return [row('interface', name, null)]
    return [
      row('interface', name, name),
      ...(a.ifName ? [row('name', a.ifName, b.name)] : []),
      // State and description of an ONU are answered by modules of ONUs: see docs/project/onu-fidelity.md.
      ...(b.onu ? [] : statesOf(a, b, row)),
    ]
  })
}

const statesOf = (
  a: ExpectedPort,
  b: Port,
  row: (area: Area, first: string | null, second: string | null) => Row<Pair>,
): Row<Pair>[] => [
  ...(a.ifOperStatus
    ? [row('oper', a.ifOperStatus, b.oper === null ? null : (operWords[b.oper] ?? b.oper))]
    : []),
  ...(a.ifAdminStatus
    ? [row('admin', a.ifAdminStatus, b.admin === null ? null : (adminWords[b.admin] ?? b.admin))]
    : []),
  row('description', a.ifAlias || '', b.description || ''),
]

const ports: Comparison<Pair> = {
  rows,
  reasons: [
    {
      id: 'made-up',
      areas: ['interface'],
      text:
        'The recording has no row with this ifIndex in ifTable or ifXTable; ' +
        'the other system makes a port from another table.',
      fits: ({ facts: { ours, raw } }) => !ours && !raw.present,
    },
    {
      id: 'renamed',
      areas: ['name'],
      text:
        'We give ifName of the device (ifDescr if it is empty); the name of the other system is neither ' +
        'ifName nor ifDescr nor ifAlias of the port.',
      fits: ({ theirs, facts: { ours, raw } }) =>
        same(ours?.name, raw.name || raw.descr) &&
        ![raw.name, raw.descr, raw.alias].some(text => same(theirs, text)),
    },
    {
      id: 'alias-fallback',
      areas: ['description'],
      text:
        'The device has no ifAlias for the port, or an empty one: we answer null, ' +
        'the other system shows ifDescr or ifName instead.',
      fits: ({ facts: { expected, ours, raw } }) =>
        !ours?.description &&
        bare(raw.alias) === '' &&
        (same(expected?.ifAlias, raw.descr) ||
          same(expected?.ifAlias, raw.name) ||
          same(expected?.ifAlias, expected?.ifName)),
    },
    {
      id: 'recorder-quotes',
      areas: ['description'],
      text: 'The recorder has left the backslashes of its quotes in the value (`\\\\\\text\\\\`); the other system drops them.',
      fits: ({ facts: { expected, ours, raw } }) =>
        ours?.description === raw.alias && same(raw.alias?.replaceAll('\\', ''), expected?.ifAlias),
    },
    {
      id: 'control-characters',
      areas: ['description'],
      text: 'The ifAlias holds only control characters: we answer null, the other system shows dots.',
      fits: ({ facts: { expected, ours, raw } }) =>
        !ours?.description && bare(raw.alias) === '' && /^\.*$/.test(expected?.ifAlias ?? ''),
    },
    {
      id: 'blanks',
      areas: ['description'],
      text: 'The same text; the other system keeps or drops blanks at its ends.',
      fits: ({ facts: { expected, ours } }) => same(expected?.ifAlias, ours?.description),
    },
    {
      id: 'no-such-state',
      areas: ['oper'],
      text:
        'The device sends a number that ifOperStatus does not define: we answer null, ' +
        'the other system shows the number.',
      fits: ({ facts: { ours, raw } }) => ours?.oper === null && !(raw.oper! >= 1 && raw.oper! <= 7),
    },
    {
      id: 'no-such-admin',
      areas: ['admin'],
      text:
        'The device sends a number that ifAdminStatus does not define: we answer null, ' +
        'the other system shows the number.',
      fits: ({ facts: { ours, raw } }) => ours?.admin === null && !(raw.admin! >= 1 && raw.admin! <= 3),
    },
  ],
}
export const portReasons = ports.reasons
export const comparePorts = judge(ports)
