import { sortInSlices } from '@linecard/driver-kit'
import { sortTerms, type OnusAsked, type StoredOnu } from '@linecard/plugin-kit'

type Value = string | number | boolean | null
const of = (name: keyof StoredOnu) => (onu: StoredOnu) => onu[name] as Value

/** What trees are sorted by; the names are those of the list of ONUs. */
const keys: Readonly<Record<string, (onu: StoredOnu) => Value>> = {
  bind_key: ({ interface: { id } }) => id,
  id: of('id'),
  name: ({ interface: { name } }) => name,
  parent_bind_key: ({ interface: { parent } }) => parent,
  ...Object.fromEntries(
    [
      ...(['ident', 'ident_type', 'vendor', 'model', 'description', 'agreement', 'comment'] as const),
      ...(['status', 'status_changed', 'rx', 'tx', 'olt_rx', 'temp', 'voltage', 'distance'] as const),
      ...(['optical_time', 'bad_since', 'last_down_reason'] as const),
    ].map(name => [name, of(name)]),
  ),
}
export const sortNames = Object.keys(keys)

/** Unknown values come last in every order. */
function compare(a: Value, b: Value, down: boolean): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return (a < b ? -1 : 1) * (down ? -1 : 1)
}

const texts = ({ interface: { name }, ident, description, comment, agreement, vendor, model }: StoredOnu) =>
  [name, ident, description, comment, agreement, vendor, model].join('\n').toLowerCase()

/** The rows that fit, in their order. */
export async function picked(rows: readonly StoredOnu[], asked: OnusAsked): Promise<StoredOnu[]> {
  const { status, query, only_bad_signal: bad, sort } = asked
  const words = status?.split('|').map(word => word.trim().toLowerCase())
  const part = query?.toLowerCase()
  const bare = part?.replace(/[\s:.-]/g, '')
  const fits = rows.filter(
    onu =>
      (!words || words.includes(String(onu.status).toLowerCase())) &&
      (!bad || onu.bad_since !== null) &&
      (!part ||
        texts(onu).includes(part) ||
        (bare !== '' && texts(onu).replace(/[:.-]/g, '').includes(bare!))),
  )
  const named = Object.fromEntries(sortNames.map(name => [name, name]))
  const terms = sortTerms(sort ?? 'bind_key', named)
  return sortInSlices(fits, (a, b) => {
    for (const [name, direction] of terms) {
      const key = keys[name]!
      const order = compare(key(a), key(b), direction === 'desc')
      if (order !== 0) return order
    }
    return 0
  })
}

/** How many rows each state has, by port. */
export function countsOf(rows: readonly StoredOnu[]): Map<number | null, Record<string, number>> {
  const counts = new Map<number | null, Record<string, number>>()
  for (const { interface: at, status } of rows) {
    const port = counts.get(at.parent) ?? {}
    const word = status ?? 'Unknown'
    port[word] = (port[word] ?? 0) + 1
    counts.set(at.parent, port)
  }
  return counts
}
