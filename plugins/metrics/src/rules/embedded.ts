import type { RulesAsked } from '@linecard/plugin-kit'
import { sql, type RawBuilder, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'
import { absentBy } from './absent.ts'
import { chosen, type ChosenRow, type Filtered } from './chosen.ts'
import { createColumns, maxColumns } from './columns.ts'
import { inWindow } from './ends.ts'
import type { Numbered } from './numbered.ts'
import { passes, placeOfRule } from './meaning.ts'

/** One statement may take so long, ms. */
const statementMs = 50_000
/** For the aggregates of all series in memory. */
const workMem = '128MB'
/** The rules that one statement evaluates: they look at the same rows. */
export function groupsOf(rules: readonly Numbered[], at: number): Numbered[][] {
  const groups = new Map<string, { rules: Numbered[]; columns: ReturnType<typeof createColumns> }[]>()
  for (const one of rules) {
    const { metric, window_sec: window, function: name } = one.expression
    const key = `${placeOfRule(metric)!.family.id} ${window} ${name === 'absent'}`
    const list = groups.get(key) ?? []
    let last = list.at(-1)
    if (!last || last.columns.size() >= maxColumns) {
      last = { rules: [], columns: createColumns({ sec: window, at }) }
      list.push(last)
    }
    if (name !== 'absent') last.columns.add(one.expression)
    last.rules.push(one)
    groups.set(key, list)
  }
  return [...groups.values()].flat().map(group => group.rules)
}

/** Rows of the window: after its begin, up to its end. Rules of a family read its rows once. */
function heldBy(rules: readonly Numbered[], at: Date): RawBuilder<unknown> {
  const { metric, window_sec: window } = rules[0]!.expression
  const family = placeOfRule(metric)!.family.id
  const span = { sec: window, at: at.getTime() / 1000 }
  const columns = createColumns(span)
  const tests = rules.map(({ rule, expression }) => ({ rule, ...columns.add(expression) }))
  const values = tests.map(({ rule, value, holds }) => `(${rule}, ${value}, ${holds})`).join(', ')
  // Without "offset 0" the array of a row would be made once for each aggregate of it.
  return sql`
    with w as materialized (
      select ${sql.raw(columns.aggregates())} from (
        select x.*, ${sql.raw(columns.ends())} as ends from metrics_sample x
        where ${sql.raw(inWindow('x', span))}
          and x.series_id in (select s.id from metrics_series s where s.family = ${family})
        offset 0
      ) x group by x.series_id
    ), c as materialized (select ${sql.raw(columns.values())} from w)
    select r.rule, s.device_id, s.interface_id, s.part, r.value
    from c cross join lateral (values ${sql.raw(values)}) r (rule, value, holds)
    join metrics_series s on s.id = c.series_id
    where (${sql.raw(tests.map(({ holds }) => holds).join(' or '))}) and r.holds`
}

async function run(em: SqlEntityManager, group: readonly Numbered[], { at, limit }: RulesAsked) {
  const isAbsent = group[0]!.expression.function === 'absent'
  const asked = isAbsent ? group.filter(({ expression }) => passes(1, expression)) : group
  if (asked.length === 0) return []
  const hits = isAbsent ? absentBy(asked, at) : heldBy(asked, at)
  const filters = asked.map(({ rule, expression, marked }): Filtered => {
    return { rule, filter: expression.filter ?? {}, marked }
  })
  return em.transactional(async inner => {
    // The expressions are long and seen once a minute: to compile them takes longer than to evaluate them.
    // Rules have a minute, and leave the other cores to those who wait.
    await sql`select set_config('statement_timeout', ${String(statementMs)}, true),
      set_config('work_mem', ${workMem}, true), set_config('jit', 'off', true),
      set_config('max_parallel_workers_per_gather', '0', true)`.execute(tables(inner))
    return chosen(inner, hits, filters, limit)
  })
}

/** Hits of each rule, from PostgreSQL: one statement for all rules on the same rows. */
export async function evaluateEmbedded(
  em: () => SqlEntityManager,
  rules: readonly Numbered[],
  asked: RulesAsked,
): Promise<{ rows: ChosenRow[]; errors: Map<number, string> }> {
  const rows: ChosenRow[] = []
  const errors = new Map<number, string>()
  for (const group of groupsOf(rules, asked.at.getTime() / 1000)) {
    asked.signal.throwIfAborted()
    try {
      rows.push(...(await run(em(), group, asked)))
    } catch (error) {
      if (!isTooLong(error)) throw error
      for (const { rule } of group) errors.set(rule, `PostgreSQL needed more than ${statementMs / 1000} s`)
    }
  }
  return { rows, errors }
}

/** SQLSTATE query_canceled. */
const isTooLong = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '57014'
