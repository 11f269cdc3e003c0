import { Type as T, type Static } from 'typebox'
import {
  Id,
  closedObject,
  idOf,
  nullable,
  ruleFunctions,
  Time,
  unread,
  type Caller,
  type Context,
} from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import { visibleDevices } from '@linecard/inventory/read'
import { RuleBody, RuleView } from './rule.ts'
import { tables } from './tables.ts'

const Version = T.Integer({ minimum: 0, maximum: 2_147_483_647, description: '0: the shipped rules' })

/** As many as a set has at most. */
export const maxRules = 1000

export const RuleSetView = closedObject(
  {
    version: Version,
    saved_at: nullable(Time),
    saved_by: nullable(T.String({ description: 'Login' })),
    rules: T.Array(RuleView),
  },
  { $id: 'events.RuleSet', description: 'All rules: those of plugins first' },
)

export const RuleSetBody = closedObject(
  {
    version: T.Optional({
      ...Version,
      description: 'The version that was changed: 409 if it is not the present one',
    }),
    rules: T.Array(RuleBody, { maxItems: maxRules }),
    saved_at: unread,
    saved_by: unread,
  },
  { $id: 'events.RuleSetBody' },
)

export const VersionParams = closedObject({ version: Version })
export const VersionView = closedObject(
  {
    version: T.Integer(),
    saved_at: Time,
    saved_by: T.String({ description: 'Login' }),
    rules: T.Integer({ description: 'How many' }),
  },
  { $id: 'events.RuleVersion' },
)

export const RuleStateView = closedObject(
  {
    name: T.String(),
    evaluated_at: nullable(Time),
    holding: T.Integer({ description: 'Series of devices that you see of which it holds' }),
    events: T.Integer({ description: 'Of these, those of which it has held long enough for an event' }),
    error: nullable(T.String({ description: 'Why it could not be evaluated' })),
  },
  { $id: 'events.RuleState' },
)

export const MetricView = closedObject(
  {
    name: T.String(),
    unit: T.String({ description: 'Of its values; of a counter that of its rate' }),
    help: T.String(),
    functions: T.Array(T.Enum([...ruleFunctions])),
    of: T.Enum(['interface', 'device'], { description: 'What its series are about' }),
  },
  { $id: 'events.RuleMetric' },
)

export const ValidateBody = closedObject({
  rule: RuleBody,
  preview: T.Optional(
    T.Boolean({ default: true, description: 'Also what it would have found in the last day' }),
  ),
})

const FiredView = closedObject({
  device_id: nullable(idOf('a device')),
  device: T.String(),
  interface_id: nullable(Id),
  interface: T.String(),
  part: T.String(),
  value: nullable(T.Number({ description: 'At the last time' })),
  times: T.Array(
    closedObject({
      from: { ...Time, description: 'When it would have become an event' },
      until: nullable({ ...Time, description: 'Null: it still holds' }),
    }),
  ),
})

const FaultView = closedObject({
  path: T.String({ description: 'The field' }),
  message: T.String(),
  code: T.Optional(T.String({ description: 'Of PromQL: `PROMQL_UNCLOSED`; never changes' })),
  hint: T.Optional(T.String({ description: 'What to do' })),
  line: T.Optional(T.Integer({ minimum: 1, description: 'In the text of the field' })),
  column: T.Optional(T.Integer({ minimum: 1 })),
})

export const ValidatedView = closedObject(
  {
    faults: T.Array(FaultView, { description: 'Empty: the rule can be saved' }),
    off_reason: nullable(T.String({ description: 'Why it cannot be evaluated now' })),
    promql: nullable(T.String({ description: 'The same for Prometheus' })),
    preview: nullable(
      closedObject({
        now: T.Integer({ description: 'Series of which it holds now' }),
        from: Time,
        to: Time,
        step_sec: T.Integer({ description: 'Time between two evaluations' }),
        complete: T.Boolean({
          description: 'False: the day has more than the time of a preview, or its rows',
        }),
        fired: T.Integer({ description: 'Series that would have become an event' }),
        series: T.Array(FiredView),
      }),
    ),
  },
  { $id: 'events.RuleValidated' },
)
export type ValidatedView = Static<typeof ValidatedView>

export const viewSchemas = [RuleSetView, RuleSetBody, VersionView, RuleStateView, MetricView, ValidatedView]

/** How the rules do, for what the caller sees. */
export async function ruleStates(ctx: Context, names: readonly string[], caller: Caller) {
  const db = tables(ctx.em())
  const states = new Map(
    (await db.selectFrom('events_rule_state').selectAll().execute()).map(state => [state.rule, state]),
  )
  const { rows } = await sql<{ rule: string; holding: number; events: number }>`
    select f.rule, count(*)::int as holding, count(f.title)::int as events from events_rule_firing f
    where f.device_id in (select v.id from ${visibleDevices(ctx.em(), caller)} v)
      or (f.device_id = 0 and ${caller.groupIds === null}::boolean)
    group by f.rule`.execute(db)
  const counts = new Map(rows.map(row => [row.rule, row]))
  return names.map(name => ({
    name,
    evaluated_at: states.get(name)?.evaluated_at ?? null,
    holding: counts.get(name)?.holding ?? 0,
    events: counts.get(name)?.events ?? 0,
    error: states.get(name)?.error ?? null,
  }))
}
