import { rest, slice } from '@linecard/driver-kit'
import { identKey, uniqueIdents } from './idents.ts'
import { isOvertakenBy } from '@linecard/plugin-kit/sql'
import { belowPon, type Reading, type Seen } from './seen.ts'

/** The fields of a stored interface that a reading can change. */
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
  /** A person added it; the device has not listed it yet. */
  manual: boolean
  /** Somebody has written something about it. */
  noted: boolean
  /** False: pollers do not read its state. */
  poll_enabled: boolean
  /** Since when the device does not list it any more; null: it lists it. */
  vanished: Date | null
  status_changed_at: Date | null
}
export type NewRow = Omit<Row, 'id' | 'manual' | 'noted' | 'poll_enabled' | 'vanished' | 'status_changed_at'>

export interface StatusChange {
  bind_key: string
  status: string | null
  previous: string | null
  /** When the state was read; absent: when the list was. */
  at?: Date | undefined
}

const readAt = ({ at }: Seen) => (at ? { at } : {})

/** The changes that a reading makes to the stored interfaces of its device. */
export interface Plan {
  insert: (NewRow & { at?: Date | undefined })[]
  /** Only rows that differ. */
  update: (NewRow & { id: number; status_changed: boolean; at?: Date | undefined })[]
  remove: number[]
  /** ONUs that are not listed any more: they lose their place and keep the rest. */
  close: number[]
  changes: StatusChange[]
  /** A stored interface has got another bind key, or another interface its bind key. */
  rebound: boolean
}

/** Not: a state that did not arrive, was overtaken by the last change, or that a person has switched off. */
const isNews = (row: Row | undefined, { at }: Seen, state: string | null | undefined): boolean =>
  state !== undefined &&
  row?.poll_enabled !== false &&
  !(at && row?.status_changed_at && isOvertakenBy(row.status_changed_at, at))

/**
 * The stored row with the values of a reading. The name is used only from a complete list: in an incomplete
 * list the driver may have made up a name because the real one did not arrive.
 */
const merged = (seen: Seen, row: Row | undefined, whole: boolean): NewRow => ({
  bind_key: seen.bindKey,
  parent_bind_key: seen.parentBindKey,
  name: whole ? seen.name : (row?.name ?? seen.name),
  type: whole ? seen.type : (row?.type ?? seen.type),
  status: isNews(row, seen, seen.status) ? seen.status! : (row?.status ?? null),
  admin_state: isNews(row, seen, seen.adminState) ? seen.adminState! : (row?.admin_state ?? null),
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
/** A stored row as a plan has it. */
export const asNew = (row: Row): NewRow =>
  Object.fromEntries(fields.map(field => [field, row[field]])) as unknown as NewRow
const sameName = ({ type, name }: { type: string; name: string }) => `${type} ${name}`

/** The rows whose name is unique. Other names do not identify a row. */
function unique<T extends { type: string; name: string }>(rows: readonly T[]): Map<string, T> {
  return new Map(
    [...Map.groupBy(rows, sameName)]
      .filter(([, group]) => group.length === 1)
      .map(([name, group]) => [name, group[0]!]),
  )
}

/** Whether what is stored under the bind key of a row is about another port or ONU. */
const isOther = (row: Row, next: NewRow): boolean =>
  row.bind_key !== next.bind_key ||
  (!row.manual && sameName(row) !== sameName(next)) ||
  (row.serial !== null && row.serial !== next.serial)

/**
 * Whether what stands in a place may be what was stored there. Another ONU in the place of an ONU is a
 * replaced device of the same subscriber, as long as the OLT describes it with the same text. With another
 * text it is another subscriber, who must not get the notes and the agreement of the first.
 */
function mayBe(row: Row, seen: Seen): boolean {
  const [was, is] = [identKey(row), identKey(seen)]
  if (row.manual || was === null || is === null || was === is) return true
  return seen.description === undefined || seen.description === row.description
}

/**
 * Finds the stored interface of each one in the reading (fault 16). ONUs first by their ident, wherever they
 * stand now: an ONU that moved keeps what is stored about it. Then: the same bind key and the same
 * name. Second: a name that is unique on both sides, because a new line card in a lower slot changes every
 * ifIndex, but a device makes its names from the slot. Third: the same bind key, because the interface was
 * renamed. In an incomplete list names may be made up, so only bind keys are compared. An interface that a
 * person added is found only by its bind key.
 */
export async function recognise(
  stored: readonly Row[],
  { interfaces, complete }: Reading,
): Promise<Map<Seen, Row>> {
  const byKey = new Map(stored.map(row => [row.bind_key, row]))
  const found = new Map<Seen, Row>()
  const whole = ({ type }: { type: string }) => (belowPon(type) ? complete.onus : complete.ports)
  const take = (seen: Seen, row: Row | undefined) => {
    if (row) found.set(seen, row)
  }

  const own = slice()
  const idents = uniqueIdents(stored)
  for (const [key, seen] of uniqueIdents(interfaces.values())) {
    if (own.over()) await rest()
    const row = idents.get(key)
    if (row && !row.manual) take(seen, row)
  }
  const moved = new Set(found.values())
  for (const seen of interfaces.values()) {
    if (own.over()) await rest()
    const row = found.has(seen) ? undefined : byKey.get(seen.bindKey)
    if (!row || moved.has(row) || row.name !== seen.name || row.type !== seen.type) continue
    if (mayBe(row, seen)) take(seen, row)
  }
  const taken = () => new Set(found.values())
  const open = () => [...interfaces.values()].filter(seen => !found.has(seen))
  await rest()
  const settled = taken()
  const renumbered = unique(stored.filter(row => !settled.has(row) && !row.manual && whole(row)))
  for (const [name, seen] of unique(open().filter(whole))) {
    const row = renumbered.get(name)
    if (row && mayBe(row, seen)) take(seen, row)
  }
  await rest()
  const placed = taken()
  for (const seen of open()) {
    if (own.over()) await rest()
    const row = byKey.get(seen.bindKey)
    if (row && !placed.has(row) && mayBe(row, seen)) take(seen, row)
  }
  return found
}

/**
 * Compares a reading with the stored interfaces. An incomplete list removes nothing. An empty list removes
 * nothing either, because an agent gives one while it starts.
 */
export async function planSync(stored: readonly Row[], reading: Reading): Promise<Plan> {
  const { interfaces, complete } = reading
  const rows = await recognise(stored, reading)
  await rest()
  const plan: Plan = { insert: [], update: [], remove: [], close: [], changes: [], rebound: false }
  const kept = new Set<number>()

  const own = slice()
  for (const seen of interfaces.values()) {
    if (own.over()) await rest()
    const row = rows.get(seen)
    const next = merged(seen, row, belowPon(seen.type) ? complete.onus : complete.ports)
    const statusChanged = next.status !== (row?.status ?? null)
    if (statusChanged)
      plan.changes.push({
        bind_key: next.bind_key,
        status: next.status,
        previous: row?.status ?? null,
        ...readAt(seen),
      })
    if (!row) {
      plan.insert.push({ ...next, ...readAt(seen) })
      continue
    }
    kept.add(row.id)
    plan.rebound ||= isOther(row, next)
    if (row.manual || fields.some(field => row[field] !== next[field]))
      plan.update.push({ ...next, id: row.id, status_changed: statusChanged, ...readAt(seen) })
  }
  const gone = interfaces.size === 0 ? [] : stored.filter(row => !kept.has(row.id))
  plan.rebound ||= gone.some(row => interfaces.has(row.bind_key))
  // A row whose bind key another interface has now is removed, also after an incomplete list.
  for (const row of gone) {
    const missing = !row.manual && (belowPon(row.type) ? complete.onus : complete.ports)
    if (!missing && !interfaces.has(row.bind_key)) continue
    const list = row.manual || identKey(row) === null ? plan.remove : plan.close
    list.push(row.id)
  }
  return plan
}
