import type { RuleAnswer } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { StoredRule } from './rule.ts'
import { tables } from './tables.ts'

/** A rule and what came out of it. */
export interface Evaluated {
  rule: Pick<StoredRule, 'name' | 'for_sec'>
  answer: RuleAnswer
}

const rowsOf = (all: readonly Evaluated[]): string =>
  JSON.stringify(
    all.flatMap(({ rule, answer }) =>
      answer.hits.map(({ device_id, interface_id, part, value, labels }) => {
        return {
          rule: rule.name,
          device_id: device_id ?? 0,
          interface_id: interface_id ?? 0,
          part,
          value,
          labels,
        }
      }),
    ),
  )

const listed = (json: string) => sql`jsonb_to_recordset(${json}::jsonb) as h (rule text, device_id int,
  interface_id int, part text, value float8, labels jsonb)`

/**
 * Brings the series of which rules hold up to date: new ones begin at `at`, others go on, and those that
 * do not hold any more end. Of a rule that could not be evaluated nothing is known, so nothing changes.
 * Rules that are not in the list do not run any more.
 */
export async function storeFiring(em: SqlEntityManager, all: readonly Evaluated[], at: Date): Promise<void> {
  const known = all.filter(({ answer }) => answer.error === null)
  const names = known.map(({ rule }) => rule.name)
  const json = rowsOf(known)
  await em.transactional(async inner => {
    const db = tables(inner)
    await db
      .deleteFrom('events_rule_firing')
      .where(sql<boolean>`rule <> all (${all.map(({ rule }) => rule.name)}::text[])`)
      .execute()
    await sql`
      delete from events_rule_firing f
      where f.rule = any (${names}::text[]) and not exists (
          select 1 from ${listed(json)} where h.rule = f.rule and h.device_id = f.device_id
            and h.interface_id = f.interface_id and h.part = f.part)`.execute(db)
    await sql`
      insert into events_rule_firing as f (rule, device_id, interface_id, part, since, value, labels)
      select h.rule, h.device_id, h.interface_id, h.part, ${at}::timestamptz, h.value, h.labels
      from ${listed(json)}
      order by 1, 2, 3, 4
      on conflict (rule, device_id, interface_id, part)
        do update set value = excluded.value, labels = excluded.labels
      where f.value is distinct from excluded.value or f.labels <> excluded.labels`.execute(db)
    await db
      .deleteFrom('events_rule_state')
      .where(sql<boolean>`rule <> all (${all.map(one => one.rule.name)}::text[])`)
      .execute()
    const states = all.map(({ rule, answer }) => ({
      rule: rule.name,
      firing: answer.total,
      error: answer.error,
    }))
    await sql`
      insert into events_rule_state (rule, evaluated_at, firing, error)
      select s.rule, ${at}::timestamptz, s.firing, s.error
      from jsonb_to_recordset(${JSON.stringify(states)}::jsonb) as s (rule text, firing int, error text)
      on conflict (rule) do update set evaluated_at = excluded.evaluated_at, firing = excluded.firing,
        error = excluded.error`.execute(db)
  })
}

/** Series of which a rule has held for its time, and which have no texts yet. */
export const withoutTexts = (
  em: SqlEntityManager,
  { name, for_sec }: Pick<StoredRule, 'name' | 'for_sec'>,
  at: Date,
) =>
  tables(em)
    .selectFrom('events_rule_firing')
    .selectAll()
    .where('rule', '=', name)
    .where('title', 'is', null)
    .where('since', '<=', new Date(at.getTime() - for_sec * 1000))
    .orderBy('device_id')
    .orderBy('interface_id')
    .orderBy('part')
    .execute()

export interface Texts {
  device_id: number
  interface_id: number
  part: string
  title: string
  description: string
}

export async function storeTexts(em: SqlEntityManager, rule: string, texts: readonly Texts[]): Promise<void> {
  await sql`
    update events_rule_firing f set title = t.title, description = t.description
    from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as t
      (device_id int, interface_id int, part text, title text, description text)
    where f.rule = ${rule} and f.device_id = t.device_id and f.interface_id = t.interface_id
      and f.part = t.part`.execute(tables(em))
}

/** Texts are made again: those of the rules have changed. */
export async function forgetTexts(em: SqlEntityManager, rules: readonly string[]): Promise<void> {
  if (rules.length === 0) return
  await tables(em)
    .updateTable('events_rule_firing')
    .set({ title: null, description: null })
    .where(sql<boolean>`rule = any (${[...rules]}::text[])`)
    .execute()
}
