import type { Context } from '@linecard/plugin-kit'
import { eventsChanged, retryable } from '@linecard/plugin-kit'
import type { Lease } from '@linecard/plugin-kit/lead'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { appendChanges, type Changed } from '../changes/append.ts'
import type { Config } from '../config.ts'
import { tables } from '../tables.ts'
import type { Told } from './ask.ts'
import { linkEvents, storeBelow } from './below.ts'
import { heldOf } from './held.ts'
import { planEvents, type Held, type OpenEvent, type Waiting } from './plan.ts'
import { effectiveOf, overridesOf, type Effective } from './settings.ts'
import { markMaintenance } from '../windows/covered.ts'
import { writePlan } from './write.ts'

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
