import type { RuleComparison, RuleExpression, RuleFilter } from '@linecard/plugin-kit'
import { prefix, slotOf } from '../catalogue/index.ts'
import { quoted } from '../prometheus/labels.ts'
import { absentSec } from './absent.ts'
import { deltaInMetricsQl, type Dialect } from './dialect.ts'
import { placeOfRule } from './meaning.ts'

/** Special characters of RE2. */
const escaped = (text: string): string => text.replace(/[\\.+*?()|[\]{}^$]/g, '\\$&')
const oneOf = (values: readonly (string | number)[]): string =>
  quoted(values.map(value => escaped(String(value))).join('|'))

/** `15m` for 900. */
export const durationOf = (seconds: number): string => {
  for (const [unit, size] of [
    ['d', 86_400],
    ['h', 3600],
    ['m', 60],
  ] as const)
    if (seconds % size === 0) return `${seconds / size}${unit}`
  return `${seconds}s`
}

interface Written {
  selector: string
  window: number
  dialect: Dialect
}

function valueOf({ metric, function: name }: RuleComparison, written: Written): string {
  const { selector, window, dialect } = written
  const place = placeOfRule(metric)!
  const series = `${prefix}${slotOf(place).metric}${selector}`
  const range = `[${durationOf(window)}]`
  switch (name) {
    case 'last':
    case 'min':
    case 'max':
    case 'avg':
      return `${name}_over_time(${series}${range})`
    case 'rate':
      return `avg_over_time(${series}${range})`
    case 'increase':
      return `avg_over_time(${series}${range}) * ${window}`
    case 'delta':
      return dialect === 'metricsql'
        ? deltaInMetricsQl(`${series}${range}`, window)
        : `delta(${series}${range})`
    case 'absent': {
      const before = `${series}[${durationOf(absentSec)}] offset ${durationOf(window)}`
      return `(present_over_time(${before}) unless present_over_time(${series}${range}))`
    }
  }
}

function comparisonOf(one: RuleComparison, written: Written): string {
  const value = valueOf(one, written)
  if (one.comparison !== 'outside') return `${value} ${one.comparison} ${one.threshold}`
  return `(${value} < ${one.threshold} or ${value} > ${one.upper ?? one.threshold})`
}

/**
 * Conditions on what a scrape tells of devices and marks. After a scrape that failed, Prometheus has nothing
 * of them: alerts would end, and those of `unless` begin. So what it had within five minutes counts.
 */
function joinsOf({ vendors, model_ids, group_ids, tags, favorite }: RuleFilter): string[] {
  const info = [
    vendors && `vendor=~${oneOf(vendors)}`,
    model_ids && `model_id=~${oneOf(model_ids)}`,
    group_ids && `group_id=~${oneOf(group_ids)}`,
  ].filter(label => label !== undefined)
  const told = (series: string) => `present_over_time(${prefix}${series}[5m])`
  return [
    ...(info.length > 0 ? [`and on (device_id) ${told(`device_info{${info.join(',')}}`)}`] : []),
    ...(tags ? [`and on (interface_id) ${told(`interface_tag{tag=~${oneOf(tags)}}`)}`] : []),
    ...(favorite === true ? [`and on (interface_id) ${told('interface_favorite')}`] : []),
    ...(favorite === false ? [`unless on (interface_id) ${told('interface_favorite')}`] : []),
  ]
}

/**
 * The expression in PromQL. Without `joins` the filter has only what labels of the series tell; the rest is
 * left to who reads the answer.
 */
export function promqlOf(
  expression: RuleExpression,
  { joins = true, dialect = 'promql' }: { joins?: boolean; dialect?: Dialect } = {},
): string {
  const { also = [], filter = {}, window_sec: window } = expression
  const written = { selector: filter.types ? `{type=~${oneOf(filter.types)}}` : '', window, dialect }
  return [
    comparisonOf(expression, written),
    ...also.map(one => `and on (device_id, interface_id, part) ${comparisonOf(one, written)}`),
    ...(joins ? joinsOf(filter) : []),
  ].join(' ')
}
