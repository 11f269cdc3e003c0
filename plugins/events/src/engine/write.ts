import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Changed } from '../changes/append.ts'
import { tables } from '../tables.ts'
import type { Held, OpenEvent, Plan } from './plan.ts'

/** Rows of one statement. */
const rowsAtOnce = 1000
/**
 * An event that opened so often in the last hour flaps, and ends only after its condition was gone so long.
 */
const [flapAfter, calmMs, hourMs] = [5, 600_000, 3_600_000]

export const inPieces = <T>(rows: readonly T[], most = rowsAtOnce): T[][] =>
  Array.from({ length: Math.ceil(rows.length / most) }, (_, n) => rows.slice(n * most, (n + 1) * most))

/** Opens events. One that another process opened at the same time is left out. */
async function open(
  em: SqlEntityManager,
  rows: readonly Held[],
  { name, component, now }: Source,
): Promise<{ id: string; key: string }[]> {
  const added: { id: string; key: string }[] = []
  for (const piece of inPieces(rows)) {
    const json = JSON.stringify(
      piece.map(({ below, ...held }) => ({ ...held, customers: below?.customers ?? null })),
    )
    const { rows: found } = await sql<{ id: string; key: string }>`
      insert into events_event (key, severity, name, title, description, device_id, interface_id, part,
        labels, since, created_at, created_by, customers)
      select key, severity, ${name}, title, description, device_id, interface_id, part, labels, since,
        ${now}, ${component}, customers
      from jsonb_to_recordset(${json}::jsonb) as t (key text, severity text, title text, description text,
        device_id int, interface_id int, part text, labels jsonb, since timestamptz, customers int)
      order by key
      on conflict (key) where resolved_at is null do nothing
      returning id, key`.execute(tables(em))
    added.push(...found)
  }
  return added
}

/** Changes open events to what holds now. */
async function change(em: SqlEntityManager, rows: Plan['change']): Promise<void> {
  for (const piece of inPieces(rows)) {
    const json = JSON.stringify(
      piece.map(({ event, held }) => ({
        id: event.id,
        severity: held.severity,
        title: held.title,
        description: held.description,
        labels: held.labels,
        customers: held.below?.customers ?? null,
      })),
    )
    await sql`
      update events_event e set severity = t.severity, title = t.title, description = t.description,
        labels = t.labels, customers = t.customers, absent_since = null
      from jsonb_to_recordset(${json}::jsonb) as t (id bigint, severity text, title text, description text,
        labels jsonb, customers int)
      where e.id = t.id and e.resolved_at is null`.execute(tables(em))
  }
}

/** Keys that opened so often lately that their condition comes and goes. */
async function flapping(em: SqlEntityManager, gone: readonly OpenEvent[], now: Date): Promise<Set<string>> {
  if (gone.length === 0) return new Set()
  const rows = await tables(em)
    .selectFrom('events_event')
    .select('key')
    .where(sql<boolean>`key = any (${gone.map(({ key }) => key)}::text[])`)
    .where('created_at', '>', new Date(now.getTime() - hourMs))
    .groupBy('key')
    .having(sql<boolean>`count(*) >= ${flapAfter}`)
    .execute()
  return new Set(rows.map(({ key }) => key))
}

/** Resolves events. Returns the ids of those that were still open. */
export async function resolve(
  em: SqlEntityManager,
  ids: readonly string[],
  by: string,
  now: Date,
): Promise<string[]> {
  const resolved: string[] = []
  for (const piece of inPieces(ids)) {
    const rows = await tables(em)
      .updateTable('events_event')
      .set({ resolved_at: sql<Date>`greatest(${now}::timestamptz, created_at)`, resolved_by: by })
      .where(sql<boolean>`id = any (${piece}::bigint[])`)
      .where('resolved_at', 'is', null)
      .returning('id')
      .execute()
    resolved.push(...rows.map(({ id }) => id))
  }
  return resolved
}

async function close(em: SqlEntityManager, gone: readonly OpenEvent[], now: Date): Promise<string[]> {
  const restless = await flapping(em, gone, now)
  const waits = gone.filter(
    ({ key, absent_since: absent }) =>
      restless.has(key) && !(absent && now.getTime() - absent.getTime() >= calmMs),
  )
  const kept = new Set(waits.map(({ id }) => id))
  const marked = waits.filter(({ absent_since: absent }) => absent === null).map(({ id }) => id)
  if (marked.length > 0)
    await tables(em)
      .updateTable('events_event')
      .set({ absent_since: now, labels: sql`labels || '{"flapping":"true"}'` })
      .where(sql<boolean>`id = any (${marked}::bigint[])`)
      .where('resolved_at', 'is', null)
      .execute()
  return resolve(
    em,
    gone.filter(({ id }) => !kept.has(id)).map(({ id }) => id),
    'system',
    now,
  )
}

async function wait(em: SqlEntityManager, name: string, { wait: rows, forget }: Plan): Promise<void> {
  for (const piece of inPieces(forget))
    await tables(em)
      .deleteFrom('events_waiting')
      .where(sql<boolean>`key = any (${piece}::text[])`)
      .execute()
  for (const piece of inPieces(rows))
    await sql`
      insert into events_waiting (key, name, device_id, since)
      select t.key, ${name}, t.device_id, t.since from unnest(
        ${piece.map(({ held }) => held.key)}::text[], ${piece.map(({ held }) => held.device_id)}::int[],
        ${piece.map(({ since }) => since)}::timestamptz[]) as t (key, device_id, since)
      order by t.key
      on conflict (key) do update set since = least(events_waiting.since, excluded.since)`.execute(tables(em))
}

export interface Source {
  name: string
  component: string
  now: Date
}

/** What was written for one name, for the outbox and for what lies below. */
export interface Written {
  changes: Changed[]
  /** Open events that hold, with their conditions. */
  holding: { id: string; held: Held }[]
}

/** Does what a plan says, in the transaction of `em`. */
export async function writePlan(
  em: SqlEntityManager,
  source: Source,
  plan: Plan,
  open_: ReadonlyMap<string, OpenEvent>,
  held: readonly Held[],
): Promise<Written> {
  const opened = await open(em, plan.open, source)
  await change(em, plan.change)
  const resolved = await close(em, plan.gone, source.now)
  await wait(em, source.name, plan)
  const ids = new Map([
    ...[...open_].map(([key, { id }]) => [key, id] as const),
    ...opened.map(({ id, key }) => [key, id] as const),
  ])
  return {
    changes: [
      ...opened.map(({ id }) => ({ id, kind: 'opened' as const })),
      ...plan.change
        .filter(({ told }) => told)
        .map(({ event }) => ({ id: event.id, kind: 'changed' as const })),
      ...resolved.map(id => ({ id, kind: 'resolved' as const })),
    ],
    holding: held.flatMap(one => {
      const id = ids.get(one.key)
      return id === undefined ? [] : { id, held: one }
    }),
  }
}
