import type { RulesAsked, RuleComparison, RuleExpression } from '@linecard/plugin-kit'
import { sql, type RawBuilder, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'
import { absentBy } from './absent.ts'
import { chosen, type ChosenRow, type Filtered } from './chosen.ts'
import { inWindow, createEnds, type Window } from './ends.ts'
import type { Numbered } from './numbered.ts'
import { passes, placeOfRule } from './meaning.ts'

/** Columns of one statement: PostgreSQL has at most 1,664. */
const maxColumns = 200

/** A number as PostgreSQL reads it. */
const literal = (value: number): string => {
  if (!Number.isFinite(value)) throw new RangeError(`${value} is no number of a rule`)
  return `'${value}'::float8`
}

/**
 * `delta` of Prometheus: from the first to the last value, extrapolated to the ends of the window if they are
 * near (`extrapolatedRate` in promql/functions.go).
 */
const deltaOf = ({ first, last, count }: Ends, { sec, at }: Window): string => {
  const [before, after] = [`(f[1] - ${literal(at - sec)})`, `(${literal(at)} - l[1])`]
  return `(select case when n > 1 and l[1] > f[1] then (l[2] - f[2]) / (l[1] - f[1]) * (l[1] - f[1]
    + case when ${before} < g * 1.1 then ${before} else g / 2 end
    + case when ${after} < g * 1.1 then ${after} else g / 2 end) end
    from (select ${count} as n, ${first} as f, ${last} as l) q,
    lateral (select (l[1] - f[1]) / nullif(n - 1, 0) as g) r)`
}

interface Ends {
  first: string
  last: string
  count: string
}

/** Names for expressions: equal ones are computed once. */
function createNames(letter: string) {
  const names = new Map<string, string>()
  return {
    of(expression: string): string {
      const name = names.get(expression) ?? `${letter}${names.size}`
      names.set(expression, name)
      return name
    },
    size: () => names.size,
    list: (): string[] => [...names].map(([expression, name]) => `${expression} as ${name}`),
  }
}

/** The columns of a statement: aggregates of the rows `x` of a series, and values made of these, `w`. */
function createColumns(window: Window) {
  const aggregates = createNames('a')
  const values = createNames('c')
  const ends = createEnds(window)
  const whole = (aggregate: string): string => `w.${aggregates.of(aggregate)}`
  const endOf = (slot: number, end: 'min' | 'max'): string =>
    ends.of(slot, end, { array: whole(`${end}(x.ends)`), count: whole(`count(x.v${slot})`) })

  const valueOf = ({ metric, function: name }: RuleComparison): string => {
    const { slot } = placeOfRule(metric)!
    switch (name) {
      case 'last':
        return `(${endOf(slot, 'max')})[2]`
      case 'min':
      case 'max':
        return `${whole(`${name}(x.v${slot})`)}::float8`
      case 'avg':
      case 'rate':
        return whole(`avg(x.v${slot})`)
      case 'increase':
        return `${whole(`avg(x.v${slot})`)} * ${literal(window.sec)}`
      case 'delta':
        return deltaOf(
          { first: endOf(slot, 'min'), last: endOf(slot, 'max'), count: whole(`count(x.v${slot})`) },
          window,
        )
      case 'absent':
        throw new Error('absent is no aggregate of rows')
    }
  }
  const columnOf = (one: RuleComparison): string => values.of(valueOf(one))
  const conditionOf = (one: RuleComparison): string => {
    const column = columnOf(one)
    if (one.comparison === 'outside')
      return `(${column} < ${literal(one.threshold)} or ${column} > ${literal(one.upper ?? one.threshold)})`
    const sign = { '>': '>', '>=': '>=', '<': '<', '<=': '<=', '==': '=', '!=': '<>' }[one.comparison]
    return `${column} ${sign} ${literal(one.threshold)}`
  }
  return {
    /** The value and the condition of a rule. */
    add(expression: RuleExpression): { value: string; holds: string } {
      const all = [expression, ...(expression.also ?? [])]
      return { value: columnOf(expression), holds: all.map(conditionOf).join(' and ') }
    },
    size: () => aggregates.size() + values.size(),
    /** What a row `x` has beside its values. */
    ends: ends.list,
    aggregates: (): string => ['x.series_id', ...aggregates.list()].join(', '),
    values: (): string => ['w.series_id', ...values.list()].join(', '),
  }
}

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
