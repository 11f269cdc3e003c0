import type { RuleComparison, RuleExpression } from '@linecard/plugin-kit'
import { createEnds, type Window } from './ends.ts'
import { placeOfRule } from './meaning.ts'

/** Columns of one statement: PostgreSQL has at most 1,664. */
export const maxColumns = 200

/** A number as PostgreSQL reads it. */
export const literal = (value: number): string => {
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
export function createColumns(window: Window) {
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
export type Columns = ReturnType<typeof createColumns>
