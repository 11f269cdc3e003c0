import { lookSoon, type Context } from '@linecard/plugin-kit'
import { retryable } from '@linecard/plugin-kit/concurrency'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Config } from '../config.ts'
import { judge, type Picture, type Verdict } from '../judge/index.ts'
import { pictureOf, type Open } from '../picture/picture.ts'
import { tables } from '../tables.ts'
import { optionsOf } from './options.ts'
import { plan, type Step } from './plan.ts'
import { openOutages, type Stored } from './store.ts'
import type { Member } from './outage.ts'
import { textsOf } from './texts.ts'

/** Devices below an outage, and how many ONUs it takes away. */
export function belowOf(
  { kind, interfaces, members }: Verdict,
  { olt, uplinks, onus }: Picture,
): { deviceIds: number[]; customers: number | null } {
  const all = onus.filter(({ lostAt, member }) => lostAt === null || member).length
  if (kind === 'olt') return { deviceIds: [olt.id], customers: olt.up === false ? all : members.length }
  if (kind !== 'uplink') return { deviceIds: [], customers: members.length }
  const own = uplinks.some(({ id }) => interfaces.includes(id))
  const left = own && uplinks.some(({ up, id }) => up !== false && !interfaces.includes(id))
  return left ? { deviceIds: [], customers: 0 } : { deviceIds: [olt.id], customers: all }
}

const date = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))

/** The members of an outage become these; what is the same is not written. */
async function writeMembers(
  em: SqlEntityManager,
  outageId: number,
  members: readonly Member[],
): Promise<void> {
  const rows = members.map(({ id, port, model, reason, lostAt, deregAt, backAt }) => ({
    interface_id: id,
    port,
    model,
    reason,
    lost_at: date(lostAt),
    dereg_at: date(deregAt),
    back_at: date(backAt),
  }))
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
        interface_id integer, port text, model text, reason text, lost_at timestamptz, dereg_at timestamptz,
        back_at timestamptz
      )
    ), gone as (
      delete from correlation_member where outage_id = ${outageId}
        and interface_id not in (select interface_id from given)
    )
    insert into correlation_member as m
      (outage_id, interface_id, port, model, reason, lost_at, dereg_at, back_at)
    select ${outageId}, interface_id, port, model, reason, lost_at, dereg_at, back_at from given
    order by interface_id
    on conflict (outage_id, interface_id) do update set port = excluded.port, model = excluded.model,
      reason = excluded.reason, dereg_at = excluded.dereg_at, back_at = excluded.back_at
    where (m.port, m.model, m.reason, m.dereg_at, m.back_at) is distinct from
      (excluded.port, excluded.model, excluded.reason, excluded.dereg_at, excluded.back_at)`.execute(
    tables(em),
  )
}

const columnsOf = (verdict: Verdict) => ({
  kind: verdict.kind,
  scope: verdict.scope,
  ports: [...verdict.ports],
  card: verdict.card,
  interface_ids: [...verdict.interfaces],
  confidence: verdict.confidence,
  evidence: JSON.stringify(verdict.evidence),
})

/**
 * Writes one step.
 * @returns whether people see something else than before
 */
export async function write(
  em: SqlEntityManager,
  step: Step,
  picture: Picture,
  readAt: number | null,
): Promise<boolean> {
  const db = tables(em)
  const now = new Date(picture.now)
  if (step.do === 'drop') {
    await db.deleteFrom('correlation_outage').where('id', '=', step.outage.id).execute()
    return false
  }
  const first = (step.outage as Stored | null)?.firstKind
  const verdict = step.do === 'keep' ? step.verdict : step.outage.verdict
  const lost = step.members.length
  const texts = textsOf(verdict, picture, { lost, first: first ?? verdict.kind })
  if (step.do === 'end') {
    await writeMembers(em, step.outage.id, step.members)
    const seen = step.outage.openedAt !== null
    if (!seen) await db.deleteFrom('correlation_outage').where('id', '=', step.outage.id).execute()
    else
      await db
        .updateTable('correlation_outage')
        .set({ ended_at: now, ...columnsOf(verdict), ...texts })
        .where('id', '=', step.outage.id)
        .execute()
    return seen
  }
  const below = belowOf({ ...verdict, members: step.members.map(({ id }) => id) }, picture)
  const row = {
    ...columnsOf(verdict),
    ...texts,
    below_device_ids: below.deviceIds,
    customers: below.customers,
    looks: step.looks,
    seen_at: new Date(Math.max(readAt ?? 0, step.outage?.seenAt ?? 0) || picture.now),
  }
  if (step.outage === null) {
    const { id } = await db
      .insertInto('correlation_outage')
      .values({
        ...row,
        device_id: picture.olt.id,
        first_kind: verdict.kind,
        began_at: new Date(verdict.began),
        opened_at: step.opens ? now : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeMembers(em, id, step.members)
    return step.opens
  }
  await writeMembers(em, step.outage.id, step.members)
  const before = step.outage
  const revised = before.verdict.kind !== verdict.kind
  await db
    .updateTable('correlation_outage')
    .set({
      ...row,
      ...(step.opens && { opened_at: now }),
      // What was never told needs no revision.
      ...(revised && (before.openedAt === null ? { first_kind: verdict.kind } : { revised_at: now })),
    })
    .where('id', '=', before.id)
    .execute()
  const lostBefore = [...before.members.values()].filter(({ backAt }) => backAt === null).length
  const lostNow = step.members.filter(({ backAt }) => backAt === null).length
  return step.opens || (before.openedAt !== null && (revised || lostBefore !== lostNow))
}

/** What a look found. */
export interface Looked {
  /** Outages that were not there before, or that have ended: the OLT is to be asked why. */
  ask: boolean
  /** An outage waits for another reading. */
  waits: boolean
}

/** What the picture must know of open outages. */
export const openOf = (outages: readonly Stored[]): Open => ({
  members: new Map(
    outages.flatMap(({ members }) =>
      [...members.values()].map(one => [
        one.id,
        {
          lost_at: new Date(one.lostAt),
          back_at: one.backAt === null ? null : new Date(one.backAt),
          dereg_at: one.deregAt === null ? null : new Date(one.deregAt),
          reason: one.reason,
        },
      ]),
    ),
  ),
  interfaceIds: new Set(outages.flatMap(({ verdict }) => verdict.interfaces)),
})

/** One look at a device at a time, in all processes, until the transaction ends. */
export const lockDevice = (em: SqlEntityManager, deviceId: number): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtext('correlation'), ${deviceId}::int)`.execute(tables(em))

/** Judges a device by what is stored now, and writes its outages. */
export async function look(ctx: Context<Config>, deviceId: number): Promise<Looked> {
  const result = await retryable(() =>
    ctx.em().transactional(async forked => {
      const em = forked as SqlEntityManager
      await lockDevice(em, deviceId)
      const open = await openOutages(em, deviceId)
      const seen = await pictureOf(ctx, em, deviceId, openOf(open))
      if (!seen) return { told: false, ask: false, waits: false }
      const options = optionsOf(ctx.config)
      const readAt = seen.readAt?.getTime() ?? null
      const steps = plan(open, judge(seen.picture, options), seen.picture, readAt, options)
      let told = false
      for (const step of steps) told = (await write(em, step, seen.picture, readAt)) || told
      const fresh = steps.some(step => step.do === 'keep' && step.outage === null && step.members.length > 0)
      const ended = steps.some(step => step.do === 'end' && step.members.length > 0)
      return {
        told,
        ask: fresh || ended,
        waits: steps.some(
          step => step.do === 'keep' && !step.opens && (step.outage?.openedAt ?? null) === null,
        ),
      }
    }),
  )
  if (result.told) ctx.events.emit(lookSoon, { device_ids: [deviceId] })
  return result
}
