import { headings, wholeAreas, type Area, type Outcome } from './areas/index.ts'
import type { Result } from './result.ts'

/**
 * Numbers of rows in the standard tables of recordings. `answered`: our answer has the row. `said`: it has
 * not, and says so. `noModule`: these of them for which the model has no module. `excused`: a reason explains
 * the difference. `wrong`: our answer has other values. `silent`: the row is not in an answer that says it is
 * whole.
 */
export interface Sums {
  rows: number
  answered: number
  said: number
  noModule: number
  excused: number
  wrong: number
  silent: number
}

export function sumsOf(outcomes: readonly Outcome[]): Sums {
  const of = (fits: (one: Outcome) => boolean) => outcomes.filter(fits).length
  const isAbsent = ({ result, ours }: Outcome) => result === 'different' && ours === null
  return {
    rows: of(({ result }) => result !== 'ours'),
    answered: of(({ result }) => result === 'equal'),
    said: of(({ result }) => result === 'said'),
    noModule: of(({ result, reason }) => result === 'said' && reason === 'no-module'),
    excused: of(({ result }) => result === 'explained'),
    wrong: of(one => one.result === 'different' && !isAbsent(one)),
    silent: of(isAbsent),
  }
}

const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
const heads = ['Rows', 'Answered', 'Said', '– no module', 'Excused', 'Wrong', 'Silent']
const table = (head: string, groups: readonly (readonly [string, readonly Outcome[]])[]): string[] => [
  row([head, ...heads]),
  row(['---', ...heads.map(() => '---:')]),
  ...groups
    .filter(([, own]) => own.length > 0)
    .map(([name, own]) => row([name, ...Object.values(sumsOf(own))])),
]

const ofStandard = (results: readonly Result[]): Outcome[] =>
  results.flatMap(({ outcomes }) => outcomes.filter(({ area }) => wholeAreas.includes(area)))

/** One row for each standard table. */
export function standardTable(results: readonly Result[]): string[] {
  const all = ofStandard(results)
  const of = (area: Area) => all.filter(one => one.area === area)
  return table('Table', [...wholeAreas.map(area => [headings[area], of(area)] as const), ['**all**', all]])
}

/** One row for each vendor. */
export function standardVendors(results: readonly Result[]): string[] {
  const vendors = [...Map.groupBy(results, ({ vendor }) => vendor)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return table(
    'Vendor',
    vendors.map(([vendor, own]) => [vendor, ofStandard(own)] as const),
  )
}

/** The section of docs/project/driver-fidelity.md. */
export const standardSection = (results: readonly Result[]): string[] => [
  '## Standard tables',
  '',
  'Each row of the standard tables of the recordings, and whether our answer has it. Said: it has not, and',
  'says so (`missing`, or the model has no such module). Excused: a reason below explains it. Wrong: other',
  'values. Silent: the row is not in an answer that says it is whole.',
  '',
  ...standardTable(results),
  '',
]
