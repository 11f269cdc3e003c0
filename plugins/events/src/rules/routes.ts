import { Type as T } from 'typebox'
import { RawReply, type Caller, type Routes, type SeriesRules } from '@linecard/plugin-kit'
import { listRoute } from '@linecard/plugin-kit/resource'
import { rulesSaved } from './book.ts'
import { checkSet, storedOf } from './check.ts'
import type { RuleParts } from './parts.ts'
import { savedVersion, saveRules, versionRows } from './stored.ts'
import { validated } from './validate.ts'
import {
  MetricView,
  RuleSetBody,
  RuleSetView,
  ruleStates,
  RuleStateView,
  ValidateBody,
  ValidatedView,
  VersionParams,
  VersionView,
} from './views.ts'
import { running } from './evaluate.ts'
import { forgetTexts } from './firing.ts'
import type { RuleView, StoredRule } from './rule.ts'

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

/** Stores a set and tells every process. */
async function save(
  parts: RuleParts,
  rules: readonly StoredRule[],
  { caller, base }: { caller: Caller; base: number | undefined },
) {
  const { ctx, book } = parts
  const before = new Map((await book.now()).rules.map(rule => [rule.name, rule]))
  await saveRules(ctx, rules, { by: caller.login, base })
  const reworded = rules.filter(({ name, title, description }) => {
    const own = before.get(name)
    return own !== undefined && (own.title !== title || own.description !== description)
  })
  const names = reworded.map(({ name }) => name)
  await forgetTexts(ctx.em(), names)
  await ctx.events.broadcast(rulesSaved, null)
  return book.now()
}

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
    () => book.now(),
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

/** Earlier sets of rules. */
function versionRoutes(declare: Routes, parts: RuleParts): void {
  const { ctx, book } = parts
  listRoute(declare, ctx, {
    path: `${path}/versions`,
    operationId: 'events.rules.versions.list',
    scope: 'all',
    tag,
    summary: 'Who saved the rules, and when',
    description: 'The newest first; the last hundred are kept.',
    permission,
    view: VersionView,
    sort: [],
    order: '-version',
    key: 'version',
    cap: 100,
    rows: ({ em }) => versionRows(em),
  })
  declare.get(
    `${path}/versions/:version`,
    {
      operationId: 'events.rules.versions.get',
      scope: 'all',
      tag,
      summary: 'An earlier set of rules',
      description: 'With the rules of plugins as they are now. Version 0 are the shipped rules.',
      permission,
      params: VersionParams,
      response: RuleSetView,
    },
    async ({ params: { version } }) => book.put(await savedVersion(ctx.em(), version)),
  )
  declare.post(
    `${path}/versions/:version/restore`,
    {
      operationId: 'events.rules.versions.restore',
      scope: 'all',
      tag,
      summary: 'Saves an earlier set of rules again',
      description: 'It becomes the newest version. What was changed since stays in the history.',
      permission,
      params: VersionParams,
      response: RuleSetView,
    },
    async ({ params: { version }, caller }) => {
      const { rules } = await savedVersion(ctx.em(), version)
      return save(parts, rules, { caller, base: undefined })
    },
  )
}

export function ruleRoutes(declare: Routes, parts: RuleParts): void {
  setRoutes(declare, parts)
  readRoutes(declare, parts)
  versionRoutes(declare, parts)
}
