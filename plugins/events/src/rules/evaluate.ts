import type { Context, RuleHit } from '@linecard/plugin-kit'
import type { Renderer } from '@linecard/template-kit'
import type { Config } from '../config.ts'
import { storeFiring, storeTexts, withoutTexts, type Evaluated } from './firing.ts'
import type { RuleView } from './rule.ts'
import { askedOf } from './set.ts'
import { render, variablesOf } from './texts.ts'

export interface EvaluateParts {
  ctx: Context<Config>
  renderer: Renderer
  /** The rules as they are now. */
  rules(): Promise<readonly RuleView[]>
}

/** Rules that are evaluated. */
export const running = (rules: readonly RuleView[]): RuleView[] =>
  rules.filter(({ enabled, off_reason }) => enabled && off_reason === null)

const hitOf = (row: {
  device_id: number
  interface_id: number
  value: number | null
  labels: RuleHit['labels']
}) => ({ ...row, device_id: row.device_id || null, interface_id: row.interface_id || null })

/**
 * Makes the texts of series that have become events. They stay: an event that changes each minute tells
 * nothing.
 */
async function makeTexts({ ctx, renderer }: EvaluateParts, rule: RuleView, at: Date, signal: AbortSignal) {
  const rows = await withoutTexts(ctx.em(), rule, at)
  if (rows.length === 0) return
  const unit = unitOf(ctx, rule)
  const variables = rows.map(row => variablesOf(rule, hitOf(row), unit))
  const titles = await render(renderer, rule.title, variables, {
    instead: row => [rule.name, row.labels['device'], row.labels['interface']].filter(Boolean).join(' '),
    signal,
  })
  const descriptions = await render(renderer, rule.description, variables, {
    instead: (_, why) => `The text of the rule cannot be rendered: ${why}`,
    signal,
  })
  const texts = rows.map(({ device_id, interface_id, part }, n) => ({
    device_id,
    interface_id,
    part,
    title: titles[n]!.replaceAll('\n', ' ') || rule.name,
    description: descriptions[n]!,
  }))
  await storeTexts(ctx.em(), rule.name, texts)
}

export const unitOf = (ctx: Context, { expression }: Pick<RuleView, 'expression'>): string =>
  ctx
    .find('series-rules')
    ?.metrics()
    .find(({ name }) => name === expression?.metric)?.unit ?? ''

/** Evaluates all rules once. @returns how many, and of how many series they hold */
export async function evaluateRules(
  parts: EvaluateParts,
  signal: AbortSignal,
): Promise<{ rules: number; firing: number; failed: { rule: string; error: string }[] }> {
  const { ctx } = parts
  const at = ctx.clock()
  const list = ctx.config.evaluate_rules ? running(await parts.rules()) : []
  const asked = list.flatMap(rule => askedOf(rule) ?? [])
  const options = { at, limit: ctx.config.rule_series, signal }
  const answers = asked.length === 0 ? [] : await ctx.use('series-rules').evaluate(asked, options)
  const all = list.map((rule, n): Evaluated => ({ rule, answer: answers[n]! }))
  await storeFiring(ctx.em(), all, at)
  for (const [n, rule] of list.entries())
    if (answers[n]!.hits.length > 0) await makeTexts(parts, rule, at, signal)
  const failed = all.flatMap(({ rule, answer }) =>
    answer.error === null ? [] : [{ rule: rule.name, error: answer.error }],
  )
  return { rules: list.length, firing: all.reduce((sum, { answer }) => sum + answer.total, 0), failed }
}
