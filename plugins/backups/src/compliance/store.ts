import { isDeepStrictEqual } from 'node:util'
import { retryable } from '@linecard/plugin-kit/concurrency'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Base } from '../base.ts'
import type { Finding } from './evaluate.ts'
import type { LoadedRules } from './load.ts'
import { tables } from './tables.ts'

/**
 * Notes which rules there are. What devices failed of rules that are gone goes with them. A folder that
 * cannot be read takes no rule away.
 */
export async function storeRules({ ctx }: Base, { rules, problems, hash }: LoadedRules): Promise<void> {
  const known = await tables(ctx.em())
    .selectFrom('backups_rules')
    .select(['hash', 'problems'])
    .executeTakeFirst()
  if (known && known.hash === hash && isDeepStrictEqual(known.problems, problems)) return
  await ctx.em().transactional(async forked => {
    const em = forked as SqlEntityManager
    const row = { hash: hash ?? known?.hash ?? '', read_at: ctx.clock(), problems: JSON.stringify(problems) }
    await tables(em)
      .insertInto('backups_rules')
      .values({ id: 1, ...row })
      .onConflict(conflict => conflict.column('id').doUpdateSet(row))
      .execute()
    if (hash === null) return
    const ids = rules.map(({ rule }) => rule.id)
    await sql`delete from backups_rule where not id = any (${ids}::text[])`.execute(tables(em))
    if (rules.length === 0) await tables(em).deleteFrom('backups_checked').execute()
    for (const { rule, file, line } of rules) {
      const { id, title, description = '', severity = 'warning' } = rule
      const values = { title, description, severity, file, line }
      await tables(em)
        .insertInto('backups_rule')
        .values({ id, ...values })
        .onConflict(conflict => conflict.column('id').doUpdateSet(values))
        .execute()
    }
  })
}

/** What was found about a device. */
export interface Checked {
  device_id: number
  version_id: string
  state: string
  rules: string[]
  failed: {
    rule: string
    count: number
    findings: Finding[]
    excused: { until: string; reason: string } | null
  }[]
}

/** Stores it in place of what was found before. A rule that goes on failing keeps the time since when. */
export async function storeChecked({ ctx }: Base, checked: Checked): Promise<void> {
  const { device_id, version_id, state, rules, failed } = checked
  const now = ctx.clock()
  await retryable(() =>
    ctx.em().transactional(async forked => {
      const em = forked as SqlEntityManager
      const row = { version_id, state, rules: sql<string[]>`${rules}::text[]` as never, checked_at: now }
      await tables(em)
        .insertInto('backups_checked')
        .values({ device_id, ...row })
        .onConflict(conflict => conflict.column('device_id').doUpdateSet(row))
        .execute()
      const ids = failed.map(({ rule }) => rule)
      await tables(em)
        .deleteFrom('backups_failed')
        .where('device_id', '=', device_id)
        .where(sql<boolean>`not rule = any (${ids}::text[])`)
        .execute()
      for (const { rule, count, findings, excused } of failed) {
        const values = {
          count,
          excused_until: excused?.until ?? null,
          excused_reason: excused?.reason ?? null,
          findings: JSON.stringify(findings),
        }
        await tables(em)
          .insertInto('backups_failed')
          .values({ device_id, rule, since: now, ...values })
          .onConflict(conflict => conflict.columns(['device_id', 'rule']).doUpdateSet(values))
          .execute()
      }
    }),
  )
}
