import { belowPon, type Reading, type Seen } from './seen.ts'

/** A stored interface, as far as a reading can change it. */
export interface Row {
  id: number
  bind_key: string
  parent_bind_key: string | null
  name: string
  type: string
  status: string | null
  admin_state: string | null
  description: string
  serial: string | null
  mac: string | null
  /** Added by a person: the device has not listed it so far. */
  manual: boolean
}
export type NewRow = Omit<Row, 'id' | 'manual'>

export interface StatusChange {
  bind_key: string
  status: string | null
  previous: string | null
}

/** What a reading does to the stored interfaces of its device. */
export interface Plan {
  insert: NewRow[]
  /** Only rows that differ. */
  update: (NewRow & { id: number; status_changed: boolean })[]
  remove: number[]
  changes: StatusChange[]
}

/**
 * What was seen over what is stored. The name is taken only from a whole list: else it may be a makeshift for
 * one that did not arrive.
 */
const merged = (seen: Seen, row: Row | undefined, whole: boolean): NewRow => ({
  bind_key: seen.bindKey,
  parent_bind_key: seen.parentBindKey,
  name: whole ? seen.name : (row?.name ?? seen.name),
  type: whole ? seen.type : (row?.type ?? seen.type),
  status: seen.status === undefined ? (row?.status ?? null) : seen.status,
  admin_state: seen.adminState === undefined ? (row?.admin_state ?? null) : seen.adminState,
  description: seen.description ?? row?.description ?? '',
  serial: seen.serial ?? row?.serial ?? null,
  mac: seen.mac ?? row?.mac ?? null,
})

const fields = [
  'bind_key',
  'parent_bind_key',
  'name',
  'type',
  'status',
  'admin_state',
  'description',
  'serial',
  'mac',
] as const
const sameName = ({ type, name }: { type: string; name: string }) => `${type} ${name}`

/** Names that stand once only, for only those tell which is which. */
function unique<T extends { type: string; name: string }>(rows: readonly T[]): Map<string, T> {
  return new Map(
    [...Map.groupBy(rows, sameName)]
      .filter(([, group]) => group.length === 1)
      .map(([name, group]) => [name, group[0]!]),
  )
}

/**
 * Which stored interface each seen one is (fault 16). Whoever has kept both bind key and name is settled. Of
 * the rest, a name that stands once on either side tells more than a number: a card that was put in before
 * the others moves every ifIndex, and a device makes its names from the place. What is left goes by its bind
 * key: it was renamed. A list that is not whole may hold makeshift names, so there only bind keys count.
 * What a person added is known by its bind key alone.
 */
function recognise(stored: readonly Row[], { interfaces, complete }: Reading): Map<Seen, Row> {
  const byKey = new Map(stored.map(row => [row.bind_key, row]))
  const found = new Map<Seen, Row>()
  const whole = ({ type }: { type: string }) => (belowPon(type) ? complete.onus : complete.ports)
  const take = (seen: Seen, row: Row | undefined) => {
    if (row) found.set(seen, row)
  }

  for (const seen of interfaces.values()) {
    const row = byKey.get(seen.bindKey)
    if (row && sameName(row) === sameName(seen)) take(seen, row)
  }
  const taken = () => new Set(found.values())
  const open = () => [...interfaces.values()].filter(seen => !found.has(seen))
  const settled = taken()
  const renumbered = unique(stored.filter(row => !settled.has(row) && !row.manual && whole(row)))
  for (const [name, seen] of unique(open().filter(whole))) take(seen, renumbered.get(name))
  const placed = taken()
  for (const seen of open()) {
    const row = byKey.get(seen.bindKey)
    if (row && !placed.has(row)) take(seen, row)
  }
  return found
}

/**
 * Compares a reading with what is stored. Nothing is removed on the word of an incomplete list, nor of an
 * empty one where interfaces were known: an agent that starts up answers so.
 */
export function planSync(stored: readonly Row[], reading: Reading): Plan {
  const { interfaces, complete } = reading
  const rows = recognise(stored, reading)
  const plan: Plan = { insert: [], update: [], remove: [], changes: [] }
  const kept = new Set<number>()

  for (const seen of interfaces.values()) {
    const row = rows.get(seen)
    const next = merged(seen, row, belowPon(seen.type) ? complete.onus : complete.ports)
    const statusChanged = next.status !== (row?.status ?? null)
    if (statusChanged)
      plan.changes.push({ bind_key: next.bind_key, status: next.status, previous: row?.status ?? null })
    if (!row) {
      plan.insert.push(next)
      continue
    }
    kept.add(row.id)
    if (row.manual || fields.some(field => row[field] !== next[field]))
      plan.update.push({ ...next, id: row.id, status_changed: statusChanged })
  }
  const gone = interfaces.size === 0 ? [] : stored.filter(row => !kept.has(row.id))
  // A row whose number another interface has now cannot stay, whatever did not arrive.
  plan.remove = gone
    .filter(
      row =>
        (!row.manual && (belowPon(row.type) ? complete.onus : complete.ports)) ||
        interfaces.has(row.bind_key),
    )
    .map(row => row.id)
  return plan
}
