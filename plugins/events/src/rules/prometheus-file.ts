import type { SeriesRules } from '@linecard/plugin-kit'
import { running } from './evaluate.ts'
import type { RuleView } from './rule.ts'

/** A text of YAML: that of JSON in double quotes is one. */
const quoted = (text: string): string => JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029]/g, ' ')

const literal = (text: string): string => text.replaceAll('{{', '{{ "{{" }}')

const words: Readonly<Record<string, string>> = {
  value: '{{ $value }}',
  'humanize value': '{{ humanize $value }}',
  'device.id': '{{ $labels.device_id }}',
  'device.name': '{{ $labels.device }}',
  'device.ip': '{{ $labels.ip }}',
  'interface.id': '{{ $labels.interface_id }}',
  'interface.name': '{{ $labels.interface }}',
  'interface.type': '{{ $labels.type }}',
}

/**
 * A text as the templates of Prometheus write it. Null: it has more than values of labels, such as a
 * condition, which they write in another way.
 */
export function annotationOf(text: string, constants: Readonly<Record<string, string>>): string | null {
  const parts = text.split(/\{\{\s*([^{}]*?)\s*\}\}/)
  let out = ''
  for (const [at, part] of parts.entries()) {
    if (at % 2 === 0) {
      if (part.includes('{{')) return null
      out += part
      continue
    }
    const label = /^labels\.([a-z_][a-z0-9_]*)$/.exec(part)?.[1]
    const word = label ? `{{ $labels.${label} }}` : (words[part] ?? constants[part])
    if (word === undefined) return null
    out += word
  }
  return out
}

const minutes = (seconds: number): string => `${seconds}s`

function lines(rule: RuleView, series: SeriesRules): string[] {
  const { expression, promql, name, title, description } = rule
  const unit = series.metrics().find(({ name: metric }) => metric === expression?.metric)?.unit ?? ''
  const constants = { unit, threshold: String(expression?.threshold ?? '') }
  const expr = promql ?? series.promql(expression!)
  const summary =
    annotationOf(title, constants) ?? literal(`${name}: `) + '{{ $labels.device }} {{ $labels.interface }}'
  const told = annotationOf(description, constants)
  return [
    `      - alert: ${quoted(name)}`,
    `        expr: ${quoted(expr)}`,
    ...(rule.for_sec > 0 ? [`        for: ${minutes(rule.for_sec)}`] : []),
    '        labels:',
    `          severity: ${quoted(rule.severity)}`,
    '        annotations:',
    `          summary: ${quoted(summary)}`,
    ...(told ? [`          description: ${quoted(told)}`] : []),
  ]
}

/** All rules that run, as a rule file of Prometheus: one group for each group. */
export function prometheusFile(rules: readonly RuleView[], series: SeriesRules): string {
  const groups = Map.groupBy(running(rules), ({ group }) => group)
  if (groups.size === 0) return 'groups: []\n'
  return [
    'groups:',
    ...[...groups].flatMap(([group, list]) => [
      `  - name: ${quoted(group)}`,
      '    interval: 1m',
      '    rules:',
      ...list.flatMap(rule => lines(rule, series)),
    ]),
    '',
  ].join('\n')
}
