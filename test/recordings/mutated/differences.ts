/**
 * What differs between the answer on the recording and the answer on the changed one. `row`: a row of a list
 * is absent; `cell`: a value is absent; `value`: there is another value, or a value or row where none was.
 */
export interface Difference {
  kind: 'row' | 'cell' | 'value'
  /** Names of the fields down to it, without places in lists: `remotes.rem_name`. */
  path: string
  was: unknown
  is: unknown
}

type Row = Record<string, unknown>
const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  // The words of the API for a state and for a type that are not known.
  value === 'Unknown' ||
  value === 'UNKNOWN' ||
  (Array.isArray(value) && value.length === 0)

/** A text that is the same for equal values. */
export const canonical = (value: unknown): string =>
  Array.isArray(value)
    ? `[${value.map(canonical).toSorted().join()}]`
    : isRow(value)
      ? `{${Object.keys(value)
          .toSorted()
          .map(key => `${key}:${canonical(value[key])}`)
          .join()}}`
      : JSON.stringify(value ?? null)

/** Names, addresses and numbers of rows tell which row it is; the values tell little. */
const naming = /^(?:name|id|ip|mac_address|vlan_id|lane|interface|loc_interface)$/
/** Of most lists one of these alone does; of one with a row a port, the port. */
const keys = [
  naming,
  /^(?:mac_address|ip|vlan_id)$/,
  /^(?:mac_address|ip)$/,
  /^id$/,
  /^name$/,
  /^interface$/,
] as const
const nameOf = (row: Row, fields: RegExp): string =>
  canonical(
    Object.entries(row)
      .filter(([key, value]) => fields.test(key) && !isEmpty(value))
      .map(([key, value]) => [key, isRow(value) && 'id' in value ? value['id'] : value]),
  )

/** Equal cells of two rows, less the contradictory ones. */
function likeness(was: Row, is: Row): number {
  let points = 0
  for (const key of Object.keys(was)) {
    if (isEmpty(was[key]) || isEmpty(is[key])) continue
    const weight = naming.test(key) ? 50 : 1
    points += canonical(was[key]) === canonical(is[key]) ? weight : -weight
  }
  return points
}

/** At most this number of rows is compared one with each other; in longer lists names tell which is which. */
const mostPaired = 400

/** The rows of two long lists whose name only they have, and the other rows. */
function namesakes(before: readonly Row[], after: readonly Row[], fields: RegExp) {
  const name = (row: Row) => nameOf(row, fields)
  const [old, now] = [Map.groupBy(before, name), Map.groupBy(after, name)]
  const same = [...old].flatMap(([shared, rows]) => {
    const others = now.get(shared) ?? []
    return rows.length === 1 && others.length === 1 ? [[rows[0]!, others[0]!] as const] : []
  })
  const [was, is] = [new Set(same.map(([one]) => one)), new Set(same.map(([, one]) => one))]
  return { same, gone: before.filter(one => !was.has(one)), come: after.filter(one => !is.has(one)) }
}

function pairs(before: readonly Row[], after: readonly Row[]): [Row, Row | null][] {
  const left = new Set(after)
  const found = new Map<Row, Row>()
  // The most alike first: a row that is absent must not take the place of one that is there.
  const likely = before
    .flatMap(was => after.map(is => ({ was, is, points: likeness(was, is) })))
    .filter(({ points }) => points >= -20)
    .toSorted((a, b) => b.points - a.points)
  for (const { was, is } of likely) {
    if (found.has(was) || !left.delete(is)) continue
    found.set(was, is)
  }
  const all = before.map((was): [Row, Row | null] => [was, found.get(was) ?? null])
  return [...all, ...[...left].map((is): [Row, Row | null] => [{}, is])]
}

/** Rows of two lists without the equal ones. */
function unequal(before: readonly unknown[], after: readonly unknown[]): [unknown[], unknown[]] {
  const counts = new Map<string, number>()
  for (const one of after) counts.set(canonical(one), (counts.get(canonical(one)) ?? 0) + 1)
  const take = (one: unknown): boolean => {
    const left = counts.get(canonical(one)) ?? 0
    if (left > 0) counts.set(canonical(one), left - 1)
    return left > 0
  }
  const gone = before.filter(one => !take(one))
  const come = after.filter(one => take(one))
  return [gone, come]
}

function listDifferences(before: readonly unknown[], after: readonly unknown[], path: string): Difference[] {
  const [gone, come] = unequal(before, after)
  const rows = gone.every(isRow) && come.every(isRow)
  if (rows && gone.length + come.length > mostPaired) {
    for (const fields of keys) {
      const { same, ...left } = namesakes(gone as Row[], come as Row[], fields)
      if (same.length === 0) continue
      const own = same.flatMap(([was, is]) => differences(was, is, path))
      return [...own, ...listDifferences(left.gone, left.come, path)]
    }
  }
  if (!rows || gone.length + come.length > mostPaired) {
    const known = new Set(before.map(canonical))
    return [
      ...gone.map((was): Difference => ({ kind: 'row', path, was, is: null })),
      ...come
        .filter(is => !known.has(canonical(is)))
        .map((is): Difference => ({ kind: 'value', path, was: null, is })),
    ]
  }
  return pairs(gone, come).flatMap(([was, is]): Difference[] =>
    is === null
      ? [{ kind: 'row', path, was, is }]
      : Object.keys(was).length === 0
        ? [{ kind: 'value', path, was: null, is }]
        : differences(was, is, path),
  )
}

/** All differences. Lists are compared as sets: no module promises an order of rows. */
export function differences(was: unknown, is: unknown, path = ''): Difference[] {
  if (canonical(was) === canonical(is)) return []
  if (isEmpty(is)) {
    if (isEmpty(was)) return []
    return Array.isArray(was) && Array.isArray(is)
      ? was.map((one): Difference => ({ kind: 'row', path, was: one, is: null }))
      : [{ kind: 'cell', path, was, is }]
  }
  if (Array.isArray(was) && Array.isArray(is)) return listDifferences(was, is, path)
  if (isRow(was) && isRow(is))
    return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap(key =>
      differences(was[key], is[key], path === '' ? key : `${path}.${key}`),
    )
  return [{ kind: 'value', path, was: was ?? null, is }]
}
