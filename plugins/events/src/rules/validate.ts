import type { Caller } from '@linecard/plugin-kit'
import { faultsIn } from './check.ts'
import type { RuleParts } from './parts.ts'
import { previewOf } from './preview.ts'
import type { StoredRule } from './rule.ts'
import { offReason } from './set.ts'

interface Asked {
  caller: Caller
  signal: AbortSignal
  preview: boolean
}

/** What is wrong with a rule, and what it finds. @throws EVENTS_PREVIEW_* */
export async function validated(parts: RuleParts, rule: StoredRule, { caller, signal, preview }: Asked) {
  const { ctx } = parts
  const series = ctx.find('series-rules')
  const faults = await faultsIn(parts, rule, signal)
  const conditions = ctx.use('installation').conditions()
  const reason = offReason(rule, series, new Map(conditions.map(({ name, component }) => [name, component])))
  const good = faults.length === 0 && reason === null
  const found = good && preview ? await previewOf(ctx, rule, caller, signal) : null
  const known = series !== null && rule.expression !== null && series.faultsOf(rule.expression).length === 0
  return {
    faults,
    off_reason: reason,
    promql: known ? series.promql(rule.expression!) : rule.promql,
    preview: found && {
      ...found,
      from: found.from.toISOString(),
      to: found.to.toISOString(),
      series: found.series.map(one => ({
        ...one,
        times: one.times.map(({ from, until }) => {
          return { from: from.toISOString(), until: until?.toISOString() ?? null }
        }),
      })),
    },
  }
}
