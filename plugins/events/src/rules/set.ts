import type { BoundPluginRule, RuleAsked, SeriesRules } from '@linecard/plugin-kit'
import type { RuleView, StoredRule } from './rule.ts'

/** What the service of the series is asked; null: a rule without an expression. */
export function askedOf({ expression, promql }: Pick<StoredRule, 'expression' | 'promql'>): RuleAsked | null {
  if (promql !== null) return { promql }
  return expression ? { expression } : null
}

/** Why a rule cannot be evaluated now; null: it can. */
export function offReason(
  rule: Pick<StoredRule, 'name' | 'expression' | 'promql'>,
  series: SeriesRules | null,
  conditions: ReadonlyMap<string, string>,
): string | null {
  const owner = conditions.get(rule.name)
  if (owner !== undefined) return `events of this name come from the component ${owner}`
  if (series === null) return 'the component metrics does not run'
  if (rule.promql !== null)
    return series.store() === 'prometheus' ? null : 'series are kept in PostgreSQL, which has no PromQL'
  if (!rule.expression) return 'it has no expression'
  const [fault] = series.faultsOf(rule.expression)
  return fault ? fault.message : null
}

/** A rule of a plugin, with what operators have changed of it. */
function internalOf(
  rule: BoundPluginRule,
  stored: StoredRule | undefined,
): StoredRule & { component: string } {
  const { name, group, component, for_sec, severity, title, description, ...expression } = rule
  const standard = { enabled: true, for_sec, severity, title, description }
  const changed = stored && {
    enabled: stored.enabled,
    for_sec: stored.for_sec,
    severity: stored.severity,
    title: stored.title,
    description: stored.description,
  }
  const copy = structuredClone(expression) as NonNullable<StoredRule['expression']>
  return { name, group, ...standard, ...changed, expression: copy, promql: null, component }
}

/** All rules: those of plugins, then those of operators in their order. */
export function rulesOf(
  stored: readonly StoredRule[],
  ofPlugins: readonly BoundPluginRule[],
  reasonOf: (rule: StoredRule) => string | null,
): RuleView[] {
  const byName = new Map(stored.map(rule => [rule.name, rule]))
  const internal = ofPlugins.map(rule => internalOf(rule, byName.get(rule.name)))
  const taken = new Set(internal.map(({ name }) => name))
  return [
    ...internal.map(rule => ({ ...rule, internal: true, off_reason: reasonOf(rule) })),
    ...stored
      .filter(({ name }) => !taken.has(name))
      .map(rule => ({ ...rule, internal: false, component: null, off_reason: reasonOf(rule) })),
  ]
}
