import { Type as T, type Static } from 'typebox'
import {
  closedObject,
  comparisons,
  idOf,
  nullable,
  ruleFunctions,
  severities,
  text,
  unread,
} from '@linecard/plugin-kit'

const names = (description: string) =>
  T.Optional(T.Array(text(64, { minLength: 1 }), { minItems: 1, maxItems: 100, description }))
const ids = (what: string, description: string) =>
  T.Optional(T.Array(idOf(what), { minItems: 1, maxItems: 1000, description }))

const comparison = {
  metric: text(100, {
    minLength: 1,
    description: '`interface_receive_errors_total`; GET rules/metrics has all',
  }),
  function: T.Enum([...ruleFunctions], { description: 'What is made of the values in the window' }),
  comparison: T.Enum([...comparisons], { description: '`outside`: below `threshold` or above `upper`' }),
  threshold: T.Number({ minimum: -1e15, maximum: 1e15 }),
  upper: T.Optional(T.Number({ minimum: -1e15, maximum: 1e15, description: 'Of `outside`' })),
}

export const Expression = closedObject(
  {
    ...comparison,
    window_sec: T.Integer({ minimum: 60, maximum: 86_400, description: 'Seconds before the evaluation' }),
    also: T.Optional(
      T.Array(closedObject(comparison), {
        maxItems: 3,
        description: 'Must hold too, of the same device, interface and part, in the same window',
      }),
    ),
    filter: T.Optional(
      closedObject(
        {
          vendors: names('Of devices of these vendors'),
          model_ids: ids('a model', 'Of devices of these models'),
          group_ids: ids('a group', 'Of devices in these groups'),
          types: names('Of interfaces of these types'),
          tags: names('Of interfaces with one of these tags'),
          favorite: T.Optional(
            T.Boolean({ description: "Of interfaces that are (not) somebody's favourite" }),
          ),
        },
        { description: 'Members that are absent leave nothing out' },
      ),
    ),
  },
  { $id: 'events.RuleExpression', description: 'What a rule compares, for each series by itself' },
)

const own = {
  name: T.String({
    pattern: '^[a-z][a-z0-9_]{0,59}$',
    description: 'Name of the events: lower case letters, digits and underscores',
  }),
  group: text(100, { minLength: 1, description: 'Rules of a group stand together' }),
  enabled: T.Boolean(),
  for_sec: T.Integer({ minimum: 0, maximum: 604_800, description: 'It must hold for so long, in seconds' }),
  severity: T.Enum([...severities]),
  title: text(500, { minLength: 1, description: 'Handlebars: one line that says what is wrong' }),
  description: text(4000, { description: 'Handlebars: what is known, and what to look at first' }),
  expression: nullable(Expression),
  promql: nullable(
    text(4000, {
      minLength: 1,
      description: 'Instead of the expression: only where series are in a Prometheus-compatible store',
    }),
  ),
}

/** A rule as it is stored. */
export const StoredRule = closedObject(own)
export type StoredRule = Static<typeof StoredRule>

/** A rule as a client sends it: what it read is accepted again. */
export const RuleBody = closedObject(
  {
    ...own,
    expression: T.Optional(own.expression),
    promql: T.Optional(own.promql),
    internal: unread,
    component: unread,
    off_reason: unread,
  },
  { $id: 'events.RuleBody' },
)
export type RuleBody = Static<typeof RuleBody>

const example = {
  name: 'iface_increase_in_errors',
  group: 'interfaces',
  enabled: true,
  for_sec: 600,
  severity: 'warning',
  title: '{{labels.interface}} of {{labels.device}} receives errors',
  description: '{{humanize value}} errors in 15 minutes.',
  expression: {
    metric: 'interface_receive_errors_total',
    function: 'increase',
    window_sec: 900,
    comparison: '>',
    threshold: 30,
  },
  promql: null,
  internal: false,
  component: null,
  off_reason: null,
}

export const RuleView = closedObject(
  {
    ...own,
    internal: T.Boolean({ description: 'A plugin makes it: name, group and expression are locked' }),
    component: nullable(T.String({ description: 'The plugin that makes it' })),
    off_reason: nullable(T.String({ description: 'Why it cannot be evaluated now; null: it can' })),
  },
  { $id: 'events.Rule', examples: [example] },
)
export type RuleView = Static<typeof RuleView>

export const ruleSchemas = [Expression, RuleBody, RuleView]
