import { compareOids, isUnder } from '@linecard/driver-kit'
import { recordingOf, type Recording } from '@linecard/driver-kit/recording'
import type { Mutation } from '../mutation.ts'
import { byNumber } from './faults.ts'

const ifTable = '1.3.6.1.2.1.2.2.1'
const physicalTable = '1.3.6.1.2.1.47.1.1.1.1'
/** Tables whose rows are of several kinds: the column that tells them. ifXTable has the rows of ifTable. */
const kindColumns: Readonly<Record<string, string>> = {
  [ifTable]: `${ifTable}.3`,
  [physicalTable]: `${physicalTable}.5`,
}
/** The columns of the list of interfaces. What they do not have is no interface, also for the other columns. */
const interfaceColumns: ReadonlySet<string> = new Set([
  ...[2, 3, 6].map(arc => `${ifTable}.${arc}`),
  '1.3.6.1.2.1.31.1.1.1.1',
])
const tableOf = (column: string): string =>
  isUnder(column, '1.3.6.1.2.1.31.1.1.1') ? ifTable : column.slice(0, column.lastIndexOf('.'))
const indexesOf = (recording: Recording, column: string): string[] =>
  Array.from(recording.below(column), ({ oid }) => oid.slice(column.length + 1))

/** Steps in numbers of interfaces and parts that are so much longer than others lead to another block. */
const blockStep = 32
function isBlock(before: string, after: string, rows: readonly string[]): boolean {
  const steps = rows.slice(1).map((row, at) => Number(row) - Number(rows[at]))
  const usual = steps.toSorted((a, b) => a - b)[Math.floor((steps.length - 1) / 2)]!
  return Number(after) - Number(before) >= usual * blockStep
}

/** One row alone without a column at the end can be a special one: a management port, a new row. */
const fewestBehind = 2

/**
 * Whether the device itself shows that rows of a column are lost: among the columns of its table that the
 * module has read, some have rows behind, of the same kind and in the same block of numbers, and none has a
 * row before that the column lacks. Otherwise it is as a column that only these rows have.
 */
function isShown(recording: Recording, column: string, kept: readonly string[], read: Iterable<string>) {
  const table = tableOf(column)
  const beside = [...read].filter(
    one =>
      one !== column &&
      tableOf(one) === table &&
      (!interfaceColumns.has(column) || interfaceColumns.has(one)),
  )
  const kinds = kindColumns[table]
  const kindOf = (index: string) =>
    kinds === undefined || kinds === column ? null : (recording.get(`${kinds}.${index}`)?.value ?? null)
  const own = new Set(kept.map(kindOf))
  const rows = [...new Set([...kept, ...beside.flatMap(one => indexesOf(recording, one))])]
    .filter(index => own.has(kindOf(index)))
    .toSorted(compareOids)
  const [last, next] = [kept.at(-1)!, rows[kept.length]!]
  if (rows.length < kept.length + fewestBehind || rows[kept.length - 1] !== last) return false
  return kinds === undefined || !isBlock(last, next, rows)
}

/** Every column of the device is cut, one at a time. */
export const cutThird: Mutation = {
  id: 'cut-third',
  text: 'The agent says after a third of a column that it ends there; the others go on',
  mutants: ({ recording }, _random, read) =>
    [...read].flatMap(([column, rows]) => {
      if (rows < 2) return []
      const indexes = indexesOf(recording, column)
      const kept = indexes.slice(0, Math.ceil(indexes.length / 3))
      const gone = new Set(indexes.slice(kept.length).map(index => `${column}.${index}`))
      const cut = recordingOf([...recording].filter(({ oid }) => !gone.has(oid)))
      return {
        what: column,
        agent: { recording: cut, faults: [] },
        touches: [column],
        same: byNumber,
        proved: answered => !isShown(cut, column, kept, answered.read.keys()),
      }
    }),
}
