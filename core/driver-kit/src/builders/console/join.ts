import type { CliRows } from '../../cli/parse/index.ts'
import { canonicalPort } from './names.ts'

/** The first row, with the cells of the others where it has none. */
const filled = <R extends object>(rows: readonly R[]): R =>
  rows.reduce((known, row) => {
    const more = Object.entries(row).filter(
      ([name, value]) => value !== null && (known as Record<string, unknown>)[name] === null,
    )
    return { ...known, ...Object.fromEntries(more) }
  })

/** Joins what several commands say about the same things. */
const joined = <R extends object>(lists: readonly (readonly R[])[], keyOf: (row: R) => string): R[] =>
  lists.length === 1 && lists[0]!.length <= 1
    ? [...lists[0]!]
    : [...Map.groupBy(lists.flat(), keyOf).values()].map(filled)

export const joinPorts = (lists: readonly CliRows['ports'][][]): CliRows['ports'][] =>
  joined(lists, ({ port }) => canonicalPort(port))
export const joinVlans = (lists: readonly CliRows['vlans'][][]): CliRows['vlans'][] =>
  joined(lists, ({ id }) => String(id))
export const joinSystem = (lists: readonly CliRows['system'][][]): CliRows['system'] | undefined =>
  joined(lists, () => 'system')[0]
