import type { CliRows } from '../../cli/parse/index.ts'
import { canonicalPort } from './names.ts'

/** The first row, with the cells of the others where it has none. */
const filled = <R extends object>([first, ...others]: readonly R[]): R => {
  if (others.length === 0) return first!
  const cells = { ...first } as Record<string, unknown>
  for (const row of others)
    for (const [name, value] of Object.entries(row))
      if (value !== null && cells[name] === null) cells[name] = value
  return cells as R
}

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
