import type { Context, RuleAnswer, RuleAsked, RulesAsked, SeriesRules } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import { promqlFaultsOf } from '../promql/faults.ts'
import type { Marked } from './chosen.ts'
import { evaluateEmbedded } from './embedded.ts'
import { hitOf } from './hits.ts'
import { createMarked } from './marks.ts'
import { faultsOf, ruleMetrics } from './meaning.ts'
import type { Numbered } from './numbered.ts'
import { promqlOf } from './promql.ts'
import { evaluateQueried } from './queried.ts'

const nothing: Marked = { tagged: [], favorites: [] }
const refused = (error: string): RuleAnswer => ({ hits: [], total: 0, error })

/** What cannot be asked of the store; null: it can. */
function faultOf(rule: RuleAsked, store: Config['store']): string | null {
  if ('promql' in rule) {
    if (store !== 'prometheus') return 'series are kept in PostgreSQL, which has no PromQL'
    return promqlFaultsOf(rule.promql)[0]?.message ?? null
  }
  const [fault] = faultsOf(rule.expression)
  return fault ? `${fault.path}: ${fault.message}` : null
}

async function evaluate(ctx: Context<Config>, rules: readonly RuleAsked[], asked: RulesAsked) {
  const store = ctx.config.store
  const markedOf = createMarked(ctx)
  const answers: RuleAnswer[] = []
  const good: { rule: number; asked: RuleAsked; marked: Marked }[] = []
  for (const [rule, one] of rules.entries()) {
    const fault = faultOf(one, store)
    answers[rule] = fault === null ? { hits: [], total: 0, error: null } : refused(fault)
    if (fault !== null) continue
    const marked = 'expression' in one ? await markedOf(one.expression.filter ?? {}) : nothing
    good.push({ rule, asked: one, marked })
  }
  if (store === 'prometheus') {
    const list = good.map(one => ({ rule: one.asked, marked: one.marked }))
    const found = await evaluateQueried({ em: () => ctx.em(), config: ctx.config }, list, asked)
    for (const [at, { rule }] of good.entries()) answers[rule] = found[at]!
    return answers
  }
  const list = good.flatMap(({ rule, asked: one, marked }): Numbered[] =>
    'expression' in one ? [{ rule, expression: one.expression, marked }] : [],
  )
  const { rows, errors } = await evaluateEmbedded(() => ctx.em(), list, asked)
  const hits = Map.groupBy(rows, row => row.rule)
  for (const [rule, found] of hits)
    answers[rule] = { hits: found.map(row => hitOf(row)), total: found[0]!.total, error: null }
  for (const [rule, error] of errors) answers[rule] = refused(error)
  return answers
}

/** Rules on series, for the plugin of events. */
export const createRules = (ctx: Context<Config>): SeriesRules => ({
  store: () => ctx.config.store,
  metrics: ruleMetrics,
  faultsOf,
  promqlFaultsOf,
  promql: expression => promqlOf(expression),
  evaluate: (rules, asked) => evaluate(ctx, rules, asked),
})
