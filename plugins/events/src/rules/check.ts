import { isDeepStrictEqual } from 'node:util'
import type { Context, Detail, RuleFault } from '@linecard/plugin-kit'
import type { Renderer } from '@linecard/template-kit'
import type { Config } from '../config.ts'
import { fail } from '../errors.ts'
import { unitOf } from './evaluate.ts'
import type { RuleBody, RuleView, StoredRule } from './rule.ts'
import { textFault, variablesOf } from './texts.ts'

export interface CheckParts {
  ctx: Context<Config>
  renderer: Renderer
}

/** The stored fields of a rule as a client sent it. */
export const storedOf = ({ expression = null, promql = null, ...rule }: RuleBody): StoredRule => ({
  name: rule.name,
  group: rule.group,
  enabled: rule.enabled,
  for_sec: rule.for_sec,
  severity: rule.severity,
  title: rule.title,
  description: rule.description,
  expression,
  promql,
})

const sampleLabels = {
  device_id: '17',
  device: 'sw-north',
  ip: '192.0.2.17',
  vendor: 'Acme',
  model: 'G16',
  group_id: '3',
  interface_id: '105',
  interface: 'Gi0/5',
  type: 'ETH',
  part: 'CPU 1',
}

/** A series such as a rule may hold of. */
const sampleOf = (rule: StoredRule, unit: string) =>
  variablesOf(rule, { labels: sampleLabels, value: 12.5, device_id: 17, interface_id: 105 }, unit)

function expressionFaults(ctx: Context, { expression, promql }: StoredRule): RuleFault[] {
  if (expression && promql !== null)
    return [{ path: 'promql', message: 'stands instead of the expression: give one of them' }]
  if (promql !== null) return []
  if (!expression) return [{ path: 'expression', message: 'is missing' }]
  const series = ctx.find('series-rules')
  return (series?.faultsOf(expression) ?? []).map(({ path, message }) => {
    return { path: `expression.${path}`, message }
  })
}

/** Raw PromQL is checked by the grammar, and by the store: that knows the types of its functions. */
async function promqlFaults(ctx: Context, { promql }: StoredRule, signal: AbortSignal): Promise<RuleFault[]> {
  const series = ctx.find('series-rules')
  if (promql === null || !series) return []
  const faults = series.promqlFaultsOf(promql)
  if (faults.length > 0 || series.store() !== 'prometheus') return faults
  const [answer] = await series.evaluate([{ promql }], { at: ctx.clock(), limit: 1, signal })
  return answer!.error === null ? [] : [{ path: 'promql', message: answer!.error }]
}

/** What is wrong with a rule, by field. A metric that nobody has yet is no fault of a rule that is off. */
export async function faultsIn(
  { ctx, renderer }: CheckParts,
  rule: StoredRule,
  signal: AbortSignal,
): Promise<RuleFault[]> {
  const sample = sampleOf(rule, unitOf(ctx, rule))
  const faults = expressionFaults(ctx, rule).filter(
    ({ path }) => rule.enabled || !(path === 'expression.metric'),
  )
  for (const field of ['title', 'description'] as const) {
    if (rule[field].trim() === '') continue
    const fault = await textFault(renderer, rule[field], sample, signal)
    if (fault !== null) faults.push({ path: field, message: fault })
  }
  return faults.length > 0 ? faults : promqlFaults(ctx, rule, signal)
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))
const same = (a: unknown, b: unknown): boolean => isDeepStrictEqual(plain(a), plain(b))

/** What is locked of a rule of a plugin. */
function lockedFaults(rule: StoredRule, before: RuleView | undefined): RuleFault[] {
  if (!before?.internal) return []
  return (['group', 'expression', 'promql'] as const).flatMap(field =>
    same(rule[field], before[field])
      ? []
      : [{ path: field, message: `is locked: ${before.component} makes it` }],
  )
}

/** Checks a whole set. @throws EVENTS_RULES_INVALID with the fields */
export async function checkSet(
  parts: CheckParts,
  rules: readonly StoredRule[],
  before: readonly RuleView[],
  signal: AbortSignal,
): Promise<void> {
  const known = new Map(before.map(rule => [rule.name, rule]))
  const seen = new Set<string>()
  const details: Detail[] = []
  for (const [at, rule] of rules.entries()) {
    const faults: RuleFault[] = seen.has(rule.name) ? [{ path: 'name', message: 'is there twice' }] : []
    seen.add(rule.name)
    const own = known.get(rule.name)
    // What nobody has changed stays as it is: its metric may be gone for a while.
    const isKept = own !== undefined && unchanged(rule, own)
    faults.push(...lockedFaults(rule, own), ...(isKept ? [] : await faultsIn(parts, rule, signal)))
    details.push(...faults.map(fault => ({ ...fault, path: `rules.${at}.${fault.path}` })))
    if (details.length >= 100) break
  }
  if (details.length > 0) throw fail('EVENTS_RULES_INVALID', { count: details.length }, details)
}

const unchanged = (rule: StoredRule, before: RuleView): boolean =>
  Object.entries(rule).every(
    ([field, value]) => field === 'enabled' || same(value, before[field as keyof RuleView]),
  ) &&
  (before.enabled || !rule.enabled)
