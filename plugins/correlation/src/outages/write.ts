import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Picture, Verdict } from '../judge/index.ts'
import { tables } from '../tables.ts'
import { belowOf } from './below.ts'
import type { Member } from './outage.ts'
import type { Step } from './plan.ts'
import type { Stored } from './store.ts'
import { textsOf } from './texts.ts'

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
