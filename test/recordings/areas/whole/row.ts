import type { AnswerName } from '../../answers.ts'
import type { Area, Case, Row, Said } from '../area.ts'

/** Cells of a row by their names. In a recorded row: only cells that the recording has. */
export type Cells = Readonly<Record<string, string | null>>

const filled = (cells: Cells) => Object.entries(cells).filter(([, value]) => value !== null)
const written = (cells: readonly (readonly [string, string | null])[]): string =>
  cells.map(([name, value]) => `${name} ${value}`).join(', ')
const isOid = /^\d+(\.\d+){3,}$/

/**
 * Whether an answer says that rows of these tables (OIDs) are not in it. A name that is not an OID stands for
 * the whole answer. A report about a single cell counts only for its row.
 */
export function saidBy(
  { gaps }: Case,
  name: AnswerName,
  tables: readonly string[],
  index?: string,
): Said | null {
  const { missing, refused } = gaps[name]
  if (refused !== null) return refused === 'Unsupported' ? 'no-module' : 'other-way'
  return missing.some(
    one =>
      (one.index === undefined || one.index === index) &&
      (!isOid.test(one.what) || tables.some(table => one.what === table || one.what.startsWith(`${table}.`))),
  )
    ? 'missing'
    : null
}

/**
 * A recorded row and our row. Ours is equal if it has all recorded cells, null (absent) if it is not in our
 * answer or lacks a cell, and else the cells that differ.
 */
export function rowOf<F>(
  area: Area,
  key: string,
  recorded: Cells,
  ours: Cells | undefined,
  facts: F,
  said: Said | null,
): Row<F> {
  const cells = filled(recorded)
  const theirs = written(cells) || 'there'
  const other = cells.filter(([name, value]) => ours?.[name] !== value)
  const wrong = other.filter(([name]) => ours?.[name] != null)
  const got = wrong.map(([name]) => [name, ours![name]!] as const)
  const own = !ours ? null : other.length === 0 ? theirs : wrong.length > 0 ? written(got) : null
  return { area, key, theirs, ours: own, facts, said }
}

/** How many of these cells a row of ours has. */
const equals = (cells: Cells, ours: Cells): number =>
  filled(cells).filter(([name, value]) => ours[name] === value).length
/** How many recorded cells a row of ours has; a cell with another value counts a little more than an empty one. */
const points = (recorded: Cells, ours: Cells): number =>
  filled(recorded).reduce(
    (sum, [name, value]) => sum + (ours[name] === value ? 1 : ours[name] == null ? 0 : 0.01),
    0,
  )

/**
 * Takes the row that has most of the recorded cells, so that each row of ours answers one recorded row.
 * `hint`: cells that it probably has too.
 */
export function takeBest(recorded: Cells, left: Cells[] | undefined, hint: Cells = {}): Cells | undefined {
  if (!left?.length) return undefined
  const of = (ours: Cells) => points(recorded, ours) + equals(hint, ours) / 2
  const best = left.reduce((a, b) => (of(b) > of(a) ? b : a))
  left.splice(left.indexOf(best), 1)
  return best
}
