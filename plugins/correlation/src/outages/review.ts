import type { Context } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Config } from '../config.ts'
import { pictureOf } from '../picture/picture.ts'
import { tables } from '../tables.ts'
import { lockDevice, openOf } from './look.ts'
import { optionsOf } from './options.ts'
import { withMembers } from './store.ts'
import { textsOf } from './texts.ts'
import {
  returnOf,
  type Kind,
  type OnuFact,
  judge,
  revise,
  type JudgeOptions,
  type Picture,
  type Verdict,
} from '../judge/index.ts'
import type { Member, OpenOutage } from './outage.ts'

/**
 * The last verdict of an outage that has ended: how its ONUs came back may tell what it was. Pure.
 *
 * @param picture of its OLT, in which its ONUs are members
 */
export function reviewed({ verdict, members }: OpenOutage, picture: Picture, options: JudgeOptions): Verdict {
  const onus = picture.onus.filter(onu => members.has(onu.id) || onu.lostAt === null)
  const shared = (one: Verdict) => one.members.filter(id => members.has(id)).length
  const found = judge({ ...picture, onus }, options).toSorted((a, b) => shared(b) - shared(a))[0]
  const facts = onus.filter(({ id }) => members.has(id))
  return found && shared(found) * 2 >= members.size ? revise(verdict, found, facts) : verdict
}

/** Groups of one PON port that are kept. */
const mostGroups = 20

/** Counts who gasped in a power loss that has ended. */
export async function learnGasps(
  em: SqlEntityManager,
  family: string,
  kind: Kind,
  facts: readonly OnuFact[],
): Promise<void> {
  // One that was only guessed teaches nothing: some gasped, or they came back as they boot.
  const sure = facts.some(({ reason }) => reason === 'gasp') || returnOf(facts) === 'staggered'
  if (kind !== 'power_loss' || facts.length < 3 || !sure) return
  const counts = [...Map.groupBy(facts, ({ model }) => model)].map(([model, same]) => {
    const gasped = same.filter(({ reason }) => reason === 'gasp').length
    return { model, gasped, silent: same.length - gasped }
  })
  await sql`
    insert into correlation_gasp as g (family, model, gasped, silent)
    select ${family}, model, gasped, silent
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb)
      as r (model text, gasped integer, silent integer)
    order by model
    on conflict (family, model) do update set gasped = least(g.gasped + excluded.gasped, 1000000),
      silent = least(g.silent + excluded.silent, 1000000)`.execute(tables(em))
}

/** Remembers which ONUs of each port fell and came back together. A whole port is no group. */
export async function learnGroups(
  em: SqlEntityManager,
  deviceId: number,
  scope: string,
  members: readonly Member[],
  at: Date,
): Promise<void> {
  if (scope !== 'branch' && scope !== 'several_pons') return
  for (const [port, same] of Map.groupBy(members, one => one.port ?? '')) {
    const ids = same
      .filter(({ backAt }) => backAt !== null)
      .map(({ id }) => id)
      .toSorted((a, b) => a - b)
    if (port === '' || ids.length < 2) continue
    await sql`
      insert into correlation_group as g (device_id, port, members, times, last_at)
      values (${deviceId}, ${port}, ${ids}::int[], 1, ${at}::timestamptz)
      on conflict (device_id, port, members) do update set times = g.times + 1, last_at = excluded.last_at
    `.execute(tables(em))
    await sql`
      delete from correlation_group where device_id = ${deviceId} and port = ${port} and ctid in (
        select ctid from correlation_group where device_id = ${deviceId} and port = ${port}
        order by last_at desc offset ${mostGroups}
      )`.execute(tables(em))
  }
}

/**
 * Judges outages of a device that have ended once more: how the ONUs came back may tell what it was. Then it
 * is learnt from them. Each outage is reviewed once.
 */
export async function review(ctx: Context<Config>, deviceId: number): Promise<void> {
  await ctx.em().transactional(async forked => {
    const em = forked as SqlEntityManager
    await lockDevice(em, deviceId)
    const db = tables(em)
    const rows = await db
      .selectFrom('correlation_outage')
      .selectAll()
      .where('device_id', '=', deviceId)
      .where('ended_at', 'is not', null)
      .where('reviewed', '=', false)
      .orderBy('id')
      .limit(20)
      .execute()
    for (const outage of await withMembers(em, rows)) {
      const seen = outage.members.size > 0 ? await pictureOf(ctx, em, deviceId, openOf([outage])) : null
      const set = { reviewed: true }
      if (!seen) {
        await db.updateTable('correlation_outage').set(set).where('id', '=', outage.id).execute()
        continue
      }
      const facts = seen.picture.onus.filter(({ id }) => outage.members.has(id))
      const last = reviewed(outage, seen.picture, optionsOf(ctx.config))
      const changed = last.kind !== outage.verdict.kind
      const texts = textsOf(last, seen.picture, { lost: outage.members.size, first: outage.firstKind })
      await db
        .updateTable('correlation_outage')
        .set({
          ...set,
          ...(changed && {
            kind: last.kind,
            confidence: last.confidence,
            evidence: JSON.stringify(last.evidence),
            revised_at: ctx.clock(),
            ...texts,
          }),
        })
        .where('id', '=', outage.id)
        .execute()
      await learnGasps(em, seen.family, last.kind, facts)
      await learnGroups(em, deviceId, last.scope, [...outage.members.values()], ctx.clock())
    }
  })
}

/** Devices with ended outages that were not reviewed, the ends of which are older than `before`. */
export async function unreviewed(em: SqlEntityManager, before: Date): Promise<number[]> {
  const rows = await tables(em)
    .selectFrom('correlation_outage')
    .select('device_id')
    .distinct()
    .where('reviewed', '=', false)
    .where(sql<boolean>`ended_at < ${before}::timestamptz`)
    .limit(1_000)
    .execute()
  return rows.map(row => row.device_id)
}
