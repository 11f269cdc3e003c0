import type { Expected } from '../folder.ts'
import { fields, type Column, type Field, type OnuFacts } from './facts.ts'
import type { OurOnu } from './ours.ts'
import { onuTables } from './tables.ts'
import { columnOf, type Cell } from './text.ts'

/** One value of one ONU: of the tables of the recording (`tables`), or of the other system (`peer`). */
export interface OnuOutcome {
  source: 'tables' | 'peer'
  field: Field
  key: string
  theirs: string | number
  ours: string | number | null
  result: 'equal' | 'explained' | 'different'
  reason: OnuReason | null
}

/** Why a difference is right. Each is a check on the device's own data. */
export const onuReasons = {
  offline:
    'The tables say that the ONU is not online: what they still show of its light is of the past. ' +
    'The driver does not ask for it.',
  sentinel: 'The number is the one by which the device says that there is no value.',
  milliwatt: 'The text has mW and dBm (`0.03 mW (-14.61 dBm)`), and the other system took the first.',
} as const
export type OnuReason = keyof typeof onuReasons

/** An ONU as the tables of the recording describe it. */
interface RawOnu {
  index: string
  place: string | null
  values: Partial<Record<Field, string | number | null>>
}

const columnsFor = (facts: OnuFacts, field: Field): readonly Column[] =>
  [facts.columns[field] ?? []].flat() as readonly Column[]

/** The ONUs of one table, read from the text of the recording. */
export function rawOnus(cells: ReadonlyMap<string, Cell>, facts: OnuFacts): RawOnu[] {
  return [...columnOf(cells, facts.list)]
    .filter(([, cell]) => facts.isOnu?.(cell) ?? true)
    .map(([index, cell]) => {
      const values: RawOnu['values'] = { there: 'yes' }
      for (const field of fields) {
        for (const { oid, decode, index: at = (own: string) => own } of columnsFor(facts, field)) {
          const found = cells.get(`${oid}.${at(index)}`)
          if (found) values[field] ??= decode(found)
        }
      }
      return { index, place: facts.place(index, cell), values }
    })
}

const near = (a: string | number | null | undefined, b: string | number | null | undefined): boolean =>
  a === b ||
  (typeof a === 'number' && typeof b === 'number' && Math.abs(a - b) <= 0.011) ||
  (typeof a === 'string' && typeof b === 'string' && a.trim().toUpperCase() === b.trim().toUpperCase())

/** Finds our ONU: by its ident, else by its place, else by its description. */
function finder(ours: readonly OurOnu[]): (raw: RawOnu) => OurOnu | undefined {
  const by = (key: (one: OurOnu) => unknown) => new Map(ours.map(one => [key(one), one]))
  const idents = by(({ values }) => values.ident ?? Symbol())
  const places = new Map(
    ours.flatMap(one => [
      [one.place, one] as const,
      ...(one.ifIndex == null ? [] : [[`ifIndex ${one.ifIndex}`, one] as const]),
    ]),
  )
  const texts = by(({ values }) => values.description ?? Symbol())
  return ({ place, values }) =>
    (values.ident ? idents.get(values.ident) : undefined) ??
    (place === null ? undefined : places.get(place)) ??
    (place === null && values.description ? texts.get(values.description) : undefined)
}

const light: ReadonlySet<Field> = new Set([
  'rx',
  'tx',
  'olt_rx',
  'temperature',
  'voltage',
  'bias',
  'distance',
])

function judge(
  field: Field,
  theirs: string | number,
  ours: string | number | null,
  raw: RawOnu,
): Pick<OnuOutcome, 'result' | 'reason'> {
  if (near(theirs, ours)) return { result: 'equal', reason: null }
  const { status } = raw.values
  const gone = typeof status === 'string' && status !== 'Online'
  if (gone && ours === null && light.has(field)) return { result: 'explained', reason: 'offline' }
  // The reason of the last loss is in a table of its own, and makes the state more exact.
  if (field === 'status' && theirs === 'Offline' && ['LOS', 'PowerOff', 'Disabled'].includes(String(ours)))
    return { result: 'equal', reason: null }
  return { result: 'different', reason: null }
}

/** Compares the ONUs of a recording: each value of its tables, and each sensor of the other system. */
export function compareOnus(
  cells: ReadonlyMap<string, Cell>,
  expected: Expected,
  ours: readonly OurOnu[],
): OnuOutcome[] {
  const outcomes: OnuOutcome[] = []
  const find = finder(ours)
  for (const facts of onuTables) {
    for (const raw of rawOnus(cells, facts)) {
      const mine = find(raw)
      for (const field of fields) {
        const theirs = raw.values[field]
        const own = mine?.values[field] ?? null
        if (theirs === null || theirs === undefined) {
          // A number of ours where the device says that there is none is a fault too.
          if (theirs === null && own !== null && light.has(field))
            outcomes.push({
              source: 'tables',
              field,
              key: raw.index,
              theirs: 'none',
              ours: own,
              result: 'different',
              reason: null,
            })
          else if (theirs === null && light.has(field))
            outcomes.push({
              source: 'tables',
              field,
              key: raw.index,
              theirs: 'none',
              ours: null,
              result: 'equal',
              reason: null,
            })
          continue
        }
        outcomes.push({
          source: 'tables',
          field,
          key: raw.index,
          theirs,
          ours: own,
          ...judge(field, theirs, own, raw),
        })
      }
      outcomes.push(...peersOf(cells, expected, facts, raw, mine))
    }
  }
  return outcomes
}

/** Sensors of the other system that it took from a column of this table. */
function* peersOf(
  cells: ReadonlyMap<string, Cell>,
  { sensors = [] }: Expected,
  facts: OnuFacts,
  raw: RawOnu,
  mine: OurOnu | undefined,
): Generator<OnuOutcome> {
  for (const field of fields) {
    for (const { oid, decode, index = (own: string) => own } of columnsFor(facts, field)) {
      const at = `${oid}.${index(raw.index)}`
      const cell = cells.get(at)
      for (const { sensor_current } of sensors.filter(one => one.sensor_oid.replace(/^\./, '') === at)) {
        if (!cell) continue
        const theirs = field === 'status' ? decode({ text: String(sensor_current) })! : sensor_current
        const ours = mine?.values[field] ?? null
        const judged = judge(field, theirs, ours, raw)
        const watts = /^([\d.]+) mW \(/.exec(cell.text)?.[1]
        const reason: OnuReason | null =
          judged.result !== 'different'
            ? judged.reason
            : decode(cell) === null && ours === null
              ? 'sentinel'
              : watts !== undefined && Number(watts) === theirs && near(decode(cell), ours)
                ? 'milliwatt'
                : null
        yield {
          source: 'peer',
          field,
          key: raw.index,
          theirs,
          ours,
          result: reason ? 'explained' : judged.result,
          reason,
        }
      }
    }
  }
}
