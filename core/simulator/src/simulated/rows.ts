import { oidKey } from '../snmp/oid.ts'

/** The rows of a table, sorted by index: `keys` are the indexes as `oidKey` writes them. */
export interface Rows<Row> {
  sorted(): { keys: readonly string[]; rows: readonly Row[] }
}

/**
 * Rows that are listed again after `version` has changed. `list` yields them in any order. Several tables
 * with the same index should share one.
 */
export function rowsOf<Row>(
  version: () => number,
  list: () => Iterable<readonly [index: string | number, row: Row]>,
): Rows<Row> {
  let listed = NaN
  let known: { keys: string[]; rows: Row[] } = { keys: [], rows: [] }
  return {
    sorted() {
      const present = version()
      if (present === listed) return known
      const all = Array.from(list(), ([index, row]) => ({ key: oidKey(String(index)), row }))
      all.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
      known = { keys: all.map(({ key }) => key), rows: all.map(({ row }) => row) }
      listed = present
      return known
    },
  }
}

/** Position of the first key after `key`. */
export function positionAfter(keys: readonly string[], key: string): number {
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (keys[middle]! <= key) low = middle + 1
    else high = middle
  }
  return low
}
