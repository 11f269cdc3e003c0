import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Context, RuleExpression } from '@linecard/plugin-kit'
import { createRenderer } from '@linecard/template-kit'
import type { Config } from '../../../plugins/events/src/config.ts'
import { evaluateRules } from '../../../plugins/events/src/rules/evaluate.ts'
import type { RuleView } from '../../../plugins/events/src/rules/rule.ts'
import type { startHouse } from '../kit/metrics-house.ts'

type House = Awaited<ReturnType<typeof startHouse>>

const holds = [0, 60, 300]

/** Rules as operators write them, with texts and times. */
export const viewsOf = (expressions: readonly RuleExpression[]): RuleView[] =>
  expressions.map((expression, n): RuleView => ({
    name: `rule_${n}`,
    group: 'bench',
    enabled: true,
    for_sec: holds[n % holds.length]!,
    severity: 'warning',
    title: '{{labels.interface}} of {{labels.device}}: {{humanize value}}',
    description: 'In group {{labels.group_id}}.',
    expression: structuredClone(expression) as NonNullable<RuleView['expression']>,
    promql: null,
    internal: false,
    component: null,
    off_reason: null,
  }))

/** The minute's work of the plugin of events: rules asked, series stored of which they hold, texts made. */
export function createEvaluation(house: House, rules: readonly RuleView[]) {
  const renderer = createRenderer({ timeMs: 2000, threads: 1 })
  return {
    /** Longest time in which nothing else could run in this process, ms. */
    async run(at: Date): Promise<number> {
      const ctx = {
        em: house.em,
        use: house.use,
        find: house.use,
        clock: () => at,
        config: { evaluate_rules: true, rule_series: 2000 },
      } as unknown as Context<Config>
      const delay = monitorEventLoopDelay({ resolution: 5 })
      delay.enable()
      const parts = { ctx, renderer, rules: () => Promise.resolve(rules) }
      const { failed } = await evaluateRules(parts, new AbortController().signal)
      delay.disable()
      if (failed.length > 0) throw new Error(JSON.stringify(failed[0]))
      return delay.max / 1e6
    },
    /** Series of which each rule holds, by the last evaluation. */
    async found(): Promise<Map<string, number>> {
      const rows = await house.sql<{ rule: string; firing: number }>(
        'select rule, firing from events_rule_state',
      )
      return new Map(rows.map(({ rule, firing }) => [rule, firing]))
    },
    stop: () => renderer.close(),
  }
}
