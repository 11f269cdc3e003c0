import {
  type Context,
  eventsChanged,
  type Below,
  severities,
  type Condition,
  type Severity,
} from '@linecard/plugin-kit'
import { retryable } from '@linecard/plugin-kit/concurrency'
import type { Lease } from '@linecard/plugin-kit/lead'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { appendChanges, type Changed } from '../changes/append.ts'
import type { Config } from '../config.ts'
import { tables } from '../tables.ts'
import type { Told } from './ask.ts'
import { planEvents, type Held, type OpenEvent, type Waiting } from './plan.ts'
import { effectiveOf, overridesOf, type Effective } from './settings.ts'
import { markMaintenance } from '../windows/covered.ts'
import { writePlan, type Written } from './write.ts'
import { keyOf } from '../rows/key.ts'
import { labelsOf, textsOf } from '../rows/texts.ts'

/** Members of one event. */
const mostBelow = 20_000

const valid = (time: Date, now: Date): Date => (Number.isNaN(time?.getTime?.()) || time > now ? now : time)

/** A condition as it is stored: sources tell what devices tell them. */
function heldOf(name: string, condition: Condition, standard: Severity, now: Date): Held {
  const { below, severity, labels, since, device_id: device, interface_id: port } = condition
  const texts = textsOf(condition)
  const found: Held = {
    ...texts,
    key: keyOf({ name, device_id: device, interface_id: port, part: texts.part }),
    device_id: device,
    interface_id: port,
    severity: severity && severities.includes(severity) ? severity : standard,
    labels: labelsOf(labels),
    since: valid(since, now),
  }
  if (!below) return found
  return {
    ...found,
    below: {
      device_ids: below.device_ids.slice(0, mostBelow),
      interface_ids: below.interface_ids.slice(0, mostBelow),
      customers: below.customers,
    },
  }
}

const membersOf = (below: Below | undefined) =>
  new Set([
    ...(below?.device_ids ?? []).map(id => `d${id}`),
    ...(below?.interface_ids ?? []).map(id => `i${id}`),
  ])

async function add(
  em: SqlEntityManager,
  column: 'device_id' | 'interface_id',
  rows: readonly (readonly [string, number])[],
): Promise<void> {
  const [events, ids] = [rows.map(([event]) => event), rows.map(([, id]) => id)]
  await sql`
    insert into events_below (event_id, ${sql.ref(column)})
    select * from unnest(${events}::bigint[], ${ids}::int[])`.execute(tables(em))
}

/** Stores what lies below events: only what differs is written. */
async function storeBelow(em: SqlEntityManager, { holding }: Pick<Written, 'holding'>): Promise<void> {
  if (holding.length === 0) return
  const ids = holding.map(({ id }) => id)
  const { rows } = await sql<{ event_id: string; members: string[] }>`
    select event_id, array_agg(coalesce('d' || device_id, 'i' || interface_id)) as members
    from events_below where event_id = any (${ids}::bigint[]) group by event_id`.execute(tables(em))
  const stored = new Map(rows.map(row => [row.event_id, new Set(row.members)]))
  const changed = holding.filter(({ id, held }) => {
    const [now, before] = [membersOf(held.below), stored.get(id)]
    return now.size !== (before?.size ?? 0) || [...now].some(member => !before!.has(member))
  })
  if (changed.length === 0) return
  const column = (of: (held: Written['holding'][number]) => readonly number[]) =>
    changed.flatMap(one => [...new Set(of(one))].map(id => [one.id, id] as const))
  const devices = column(({ held }) => held.below?.device_ids ?? [])
  const ports = column(({ held }) => held.below?.interface_ids ?? [])
  await tables(em)
    .deleteFrom('events_below')
    .where(sql<boolean>`event_id = any (${changed.map(({ id }) => id)}::bigint[])`)
    .execute()
  await add(em, 'device_id', devices)
  await add(em, 'interface_id', ports)
}

/**
 * Gives each open event the event above it: the one with the fewest members of those below which it lies. An
 * event about several ports lies below one that has all of them. The one above has more members than the
 * event itself (of the same number, the older one), so there are no circles. What began much earlier has
 * another cause. When the one above ends, what still holds is on its own again.
 */
async function linkEvents(em: SqlEntityManager, adoptSec: number): Promise<Changed[]> {
  const { rows } = await sql<{ id: string }>`
    with parent as (
      select p.id, p.since, b.members
      from (select event_id, count(*) as members from events_below group by event_id) b
      join events_event p on p.id = b.event_id
      where p.resolved_at is null
    ), member as (
      select e.id, b.event_id as above from events_below b
      join events_event e on e.device_id = b.device_id and e.resolved_at is null
      where b.device_id is not null
      union
      select e.id, b.event_id from events_below b
      join events_event e on e.interface_id = b.interface_id and e.resolved_at is null
      where b.interface_id is not null
      union
      select c.event_id, b.event_id
      from events_below c
      join events_event e on e.id = c.event_id and e.resolved_at is null and e.interface_id is null
      join events_below b on b.interface_id = c.interface_id and b.event_id <> c.event_id
      group by c.event_id, b.event_id
      having count(*) = (select count(*) from events_below o where o.event_id = c.event_id)
    ), wanted as (
      select distinct on (m.id) m.id, p.id as above
      from member m
      join events_event e on e.id = m.id
      join parent p on p.id = m.above
      left join parent own on own.id = m.id
      where p.id <> m.id and e.since >= p.since - make_interval(secs => ${adoptSec})
        and (p.members > coalesce(own.members, 0) or (p.members = own.members and p.id < m.id))
      order by m.id, p.members, p.id
    ), differing as (
      select e.id, w.above from events_event e left join wanted w on w.id = e.id
      where e.resolved_at is null and e.parent_id is distinct from w.above
        and (e.parent_id is not null or w.above is not null)
    )
    update events_event e set parent_id = d.above from differing d where e.id = d.id returning e.id`.execute(
    tables(em),
  )
  return rows.map(({ id }) => ({ id, kind: 'changed' }))
}

/** What a look was about. */
export interface Scope {
  /** Null: all devices and the installation. */
  deviceIds: readonly number[] | null
  /** Devices that a later look has seen meanwhile, by name of the events: they are left as they are. */
  newer(name: string): ReadonlySet<number>
  grace: boolean
}

interface Stored {
  open: Map<string, OpenEvent>
  waiting: Map<string, Waiting>
}

async function storedOf(em: SqlEntityManager, name: string, { deviceIds, newer }: Scope): Promise<Stored> {
  const later = newer(name)
  const within =
    deviceIds === null ? sql<boolean>`true` : sql<boolean>`device_id = any (${[...deviceIds]}::int[])`
  const [open, waiting] = [
    await tables(em)
      .selectFrom('events_event')
      .select(['id', 'key', 'severity', 'title', 'description', 'labels', 'customers', 'absent_since'])
      .select('device_id')
      .where('name', '=', name)
      .where('resolved_at', 'is', null)
      .where('fingerprint', 'is', null)
      .where(within)
      .execute(),
    await tables(em)
      .selectFrom('events_waiting')
      .select(['key', 'since', 'muted_until', 'device_id'])
      .where('name', '=', name)
      .where(within)
      .execute(),
  ]
  const seen = <R extends { key: string; device_id: number | null }>(rows: readonly R[]) =>
    new Map(
      rows.flatMap(row =>
        row.device_id !== null && later.has(row.device_id) ? [] : [[row.key, row] as const],
      ),
    )
  return { open: seen(open), waiting: seen(waiting) }
}

/** The conditions of a source as they are stored, no more than `most`: those with an open event first. */
function heldBy(
  { source, conditions }: Told,
  { severity, enabled }: Effective,
  { deviceIds, newer }: Scope,
  { open }: Stored,
  { most, now }: { most: number; now: Date },
): { held: Held[]; left: number } {
  if (!enabled) return { held: [], left: 0 }
  const [later, asked] = [newer(source.name), deviceIds && new Set(deviceIds)]
  const held = conditions
    .filter(({ device_id: id }) => (id === null ? !asked : !later.has(id) && (!asked || asked.has(id))))
    .map(one => heldOf(source.name, severity ? { ...one, severity } : one, source.severity, now))
  if (held.length <= most) return { held, left: 0 }
  const known = held.toSorted((a, b) => Number(open.has(b.key)) - Number(open.has(a.key)))
  return { held: known.slice(0, most), left: held.length - most }
}

export type Reconcile = (told: readonly Told[], scope: Scope) => Promise<void>

/** Makes the events what holds. All of it is one transaction, with the changes of it in the outbox. */
export function createReconcile(ctx: Context<Config>, lease: Lease): Reconcile {
  async function write(told: readonly Told[], scope: Scope): Promise<Changed[]> {
    const now = ctx.clock()
    return lease.write(async em => {
      const overrides = await overridesOf(em)
      const changes: Changed[] = []
      for (const one of told) {
        const { name, component } = one.source
        const effective = effectiveOf(one.source, overrides)
        const stored = await storedOf(em, name, scope)
        const most = ctx.config.source_conditions
        const { held, left } = heldBy(one, effective, scope, stored, { most, now })
        if (left > 0) ctx.log.warn({ event: name, component, left }, 'too many conditions: some are left out')
        const rules = { forSec: effective.forSec, now, grace: scope.grace }
        const plan = planEvents(held, stored.open, stored.waiting, rules)
        const written = await writePlan(em, { name, component, now }, plan, stored.open, held)
        await storeBelow(em, written)
        changes.push(...written.changes)
      }
      const opened = changes.flatMap(({ id, kind }) => (kind === 'opened' ? id : []))
      const more = [
        ...(await linkEvents(em, ctx.config.adopt_sec)),
        ...(await markMaintenance(em, opened, now)),
      ]
      const others = new Map(more.map(change => [change.id, change]))
      for (const { id } of changes) others.delete(id)
      changes.push(...others.values())
      await appendChanges(em, changes, now)
      return changes
    })
  }
  return async (told, scope) => {
    const changes = await retryable(() => write(told, scope))
    if (changes.length > 0) await ctx.events.broadcast(eventsChanged, null)
  }
}
