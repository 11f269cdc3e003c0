import type { Context } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { fail } from '../errors.ts'
import type { StoredRule } from './rule.ts'
import { shippedRules } from './shipped.ts'
import { tables } from './tables.ts'

/** Sets that are kept. */
export const keptVersions = 100
/** Advisory lock of PostgreSQL: sets are saved one after the other. */
const lock = 7_501

export interface Saved {
  /** 0: nobody has saved any; these are the shipped ones. */
  version: number
  saved_at: Date | null
  saved_by: string | null
  rules: readonly StoredRule[]
}

const none: Saved = { version: 0, saved_at: null, saved_by: null, rules: shippedRules }

/** The present set. */
export async function savedRules(em: SqlEntityManager): Promise<Saved> {
  const row = await tables(em)
    .selectFrom('events_rule_version')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row
    ? { version: row.id, saved_at: row.created_at, saved_by: row.created_by, rules: row.rules }
    : none
}

/** An earlier set. @throws EVENTS_RULES_VERSION_UNKNOWN */
export async function savedVersion(em: SqlEntityManager, id: number): Promise<Saved> {
  if (id === 0) return none
  const row = await tables(em)
    .selectFrom('events_rule_version')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw fail('EVENTS_RULES_VERSION_UNKNOWN', { version: id })
  return { version: row.id, saved_at: row.created_at, saved_by: row.created_by, rules: row.rules }
}

/** The sets, the newest first. */
export async function listVersions(
  em: SqlEntityManager,
  { limit, offset }: { limit: number; offset: number },
) {
  const { rows } = await sql<{
    version: number
    saved_at: Date
    saved_by: string
    rules: number
    total: number
  }>`
    select id as version, created_at as saved_at, created_by as saved_by, jsonb_array_length(rules) as rules
    from events_rule_version order by id desc limit ${limit} offset ${offset}`.execute(tables(em))
  const { total } = await tables(em)
    .selectFrom('events_rule_version')
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

/**
 * Stores a set as the newest version.
 * @throws EVENTS_RULES_CHANGED if it is based on another version than the present one
 */
export async function saveRules(
  ctx: Pick<Context, 'em' | 'clock'>,
  rules: readonly StoredRule[],
  { by, base }: { by: string; base: number | undefined },
): Promise<number> {
  return ctx.em().transactional(async em => {
    const db = tables(em)
    await sql`select pg_advisory_xact_lock(${lock}::bigint)`.execute(db)
    const { version } = await savedRules(em)
    if (base !== undefined && base !== version)
      throw fail('EVENTS_RULES_CHANGED', { base, version }, [
        { path: 'version', message: 'is not the present one' },
      ])
    const next = version + 1
    await sql`insert into events_rule_version (id, created_at, created_by, rules)
      values (${next}, ${ctx.clock()}, ${by}, ${JSON.stringify(rules)}::jsonb)`.execute(db)
    await db
      .deleteFrom('events_rule_version')
      .where('id', '<=', next - keptVersions)
      .execute()
    return next
  })
}
