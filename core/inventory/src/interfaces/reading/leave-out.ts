import { rest, slice } from '@linecard/driver-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../../tables.ts'
import { recognise, type Row } from './plan.ts'
import type { Reading, Seen } from './seen.ts'

/** Which interfaces a reading leaves out. */
export interface LeaveOut {
  /** Null: nobody has said that he does not want any. */
  isUnwanted: ((seen: Seen) => boolean) | null
  /** Components in which something is written about interfaces, by the ids of these. */
  written(em: SqlEntityManager, ids: readonly number[]): Promise<ReadonlyMap<number, readonly string[]>>
}

export interface Left {
  /** The reading without them. */
  reading: Reading
  /** Ids of stored ones about which nobody has written anything: they go. */
  expelled: ReadonlySet<number>
  /** Names by bind key. */
  out: Record<string, string>
  /** Who has written about those that stay, by their ids. */
  kept: Record<string, readonly string[]>
}

/** Takes the interfaces that nobody wants out of a reading. Those that somebody has written about stay. */
export async function leaveOut(
  em: SqlEntityManager,
  stored: readonly Row[],
  reading: Reading,
  { isUnwanted, written }: LeaveOut,
): Promise<Left> {
  const unwanted: Seen[] = []
  const own = slice()
  if (isUnwanted)
    for (const seen of reading.interfaces.values()) {
      if (own.over()) await rest()
      if (isUnwanted(seen)) unwanted.push(seen)
    }
  if (unwanted.length === 0) return { reading, expelled: new Set(), out: {}, kept: {} }
  const known = await recognise(stored, reading)
  const rows = unwanted.flatMap(seen => known.get(seen) ?? [])
  const others = rows.length
    ? await written(
        em,
        rows.map(({ id }) => id),
      )
    : new Map<number, string[]>()
  const kept: Record<string, readonly string[]> = {}
  for (const { id, noted } of rows) {
    const by = [...(noted ? ['inventory'] : []), ...(others.get(id) ?? [])]
    if (by.length) kept[id] = by
  }
  const interfaces = new Map(reading.interfaces)
  const expelled = new Set<number>()
  const out: Record<string, string> = {}
  for (const seen of unwanted) {
    const row = known.get(seen)
    if (row && kept[row.id]) continue
    interfaces.delete(seen.bindKey)
    out[seen.bindKey] = seen.name
    if (row) expelled.add(row.id)
  }
  return { reading: { ...reading, interfaces }, expelled, out, kept }
}

/** Stores what was left out, for the pollers and for people. An incomplete list adds to it. */
export async function keepLeftOut(
  em: SqlEntityManager,
  deviceId: number,
  { out, kept, reading: { complete } }: Left,
): Promise<void> {
  const [given, stay] = [JSON.stringify(out), JSON.stringify(kept)]
  const db = tables(em)
  if (complete.ports && given === '{}' && stay === '{}') {
    await sql`delete from inventory_left_out where device_id = ${deviceId}`.execute(db)
    return
  }
  const [before, keptBefore] = complete.ports
    ? [sql`'{}'::jsonb`, sql`'{}'::jsonb`]
    : [sql`l.interfaces`, sql`l.kept`]
  await sql`
    insert into inventory_left_out as l (device_id, interfaces, kept)
    values (${deviceId}, ${given}::jsonb, ${stay}::jsonb)
    on conflict (device_id) do update
      set interfaces = ${before} || excluded.interfaces, kept = ${keptBefore} || excluded.kept
      where (l.interfaces, l.kept)
        is distinct from (${before} || excluded.interfaces, ${keptBefore} || excluded.kept)`.execute(db)
}
