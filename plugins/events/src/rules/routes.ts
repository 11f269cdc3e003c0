import { Type as T } from 'typebox'
import { RawReply, type Routes, type SeriesRules } from '@linecard/plugin-kit'
import { checkSet, storedOf } from './check.ts'
import type { RuleParts } from './parts.ts'
import { save, viewOf } from './save.ts'
import { validated } from './validate.ts'
import { versionRoutes } from './version-routes.ts'
import {
  MetricView,
  RuleSetBody,
  RuleSetView,
  ruleStates,
  RuleStateView,
  ValidateBody,
  ValidatedView,
} from './views.ts'
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
function annotationOf(text: string, constants: Readonly<Record<string, string>>): string | null {
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

const tag = 'events'
const permission = 'events_configuration'
const path = '/component/events/rules'

function setRoutes(declare: Routes, parts: RuleParts): void {
  const { book } = parts
  declare.get(
    path,
    {
      operationId: 'events.rules.get',
      scope: 'all',
      tag,
      summary: 'The rules on series',
      description: 'Those of plugins first. Its ETag serves `If-Match` of PUT.',
      permission,
      tagged: true,
      response: RuleSetView,
    },
    async () => viewOf(await book.now()),
  )
  declare.put(
    path,
    {
      operationId: 'events.rules.save',
      scope: 'all',
      tag,
      summary: 'Saves all rules',
      description:
        'The whole set: a rule that is missing is removed. Of a rule of a plugin (`internal`) only ' +
        '`enabled`, `for_sec`, `severity` and the texts can be changed; it is never removed.',
      permission,
      tagged: true,
      bodyLimit: 8_388_608,
      body: RuleSetBody,
      response: RuleSetView,
      errors: [409],
    },
    async ({ body, caller, signal }) => {
      const rules = body.rules.map(storedOf)
      await checkSet(parts, rules, (await book.now()).rules, signal)
      return save(parts, rules, { caller, base: body.version })
    },
  )
  declare.post(
    `${path}/validate`,
    {
      operationId: 'events.rules.validate',
      scope: 'all',
      tag,
      summary: 'Checks one rule, and tells what it finds',
      description:
        'What would fire now and would have fired in the last day, of devices that you see. It is ' +
        'evaluated every five minutes of the day, the newest first, for at most eight seconds.',
      permission,
      readOnly: true,
      body: ValidateBody,
      response: ValidatedView,
      errors: [429, 503],
    },
    ({ body, caller, signal }) =>
      validated(parts, storedOf(body.rule), { caller, signal, preview: body.preview ?? true }),
  )
}

function readRoutes(declare: Routes, { ctx, book }: RuleParts): void {
  declare.get(
    `${path}/metrics`,
    {
      operationId: 'events.rules.metrics',
      scope: 'all',
      tag,
      summary: 'The metrics that rules can name',
      description: 'With the functions that make sense of each, in the order of the catalogue of series.',
      permission,
      response: T.Array(MetricView),
    },
    () => (ctx.find('series-rules')?.metrics() ?? []).map(one => ({ ...one, functions: [...one.functions] })),
  )
  declare.get(
    `${path}/state`,
    {
      operationId: 'events.rules.state',
      scope: 'all',
      tag,
      summary: 'Last evaluation of the rules, and the number of their series',
      description: 'Rules are evaluated each minute. One that fails keeps the events that it has.',
      permission,
      response: T.Array(RuleStateView),
    },
    async ({ caller }) => {
      const names = (await book.now()).rules.map(({ name }) => name)
      return ruleStates(ctx, names, caller)
    },
  )
  declare.get(
    `${path}/prometheus`,
    {
      operationId: 'events.rules.prometheus',
      scope: 'all',
      tag,
      summary: 'Active rules as a rule file of Prometheus',
      description:
        'For Prometheus that scrapes `/component/metrics_wrapper/metrics`: filters by vendor, model, ' +
        'group, tag and favourite use its `linecard_device_info`, `linecard_interface_tag` and ' +
        '`linecard_interface_favorite`, as of the last five minutes. Where Alertmanager tells the events, ' +
        'switch off `events.evaluate_rules`.',
      permission,
      response: T.String({ raw: true, contentMediaType: 'application/yaml' }),
      errors: [503],
    },
    async () =>
      new RawReply(prometheusFile((await book.now()).rules, ctx.use('series-rules')), 'application/yaml'),
  )
}

export function ruleRoutes(declare: Routes, parts: RuleParts): void {
  setRoutes(declare, parts)
  readRoutes(declare, parts)
  versionRoutes(declare, parts)
}
