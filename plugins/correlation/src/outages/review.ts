import type { Context } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Config } from '../config.ts'
import { pictureOf } from '../picture/picture.ts'
import { tables } from '../tables.ts'
import { learnGasps, learnGroups } from './learn.ts'
import { lockDevice, openOf } from './look.ts'
import { optionsOf } from './options.ts'
import { reviewed } from './reviewed.ts'
import { withMembers } from './store.ts'
import { textsOf } from './texts.ts'

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
