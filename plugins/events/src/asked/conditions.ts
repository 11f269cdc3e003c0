import { Type as T, type Static } from 'typebox'
import {
  closedObject,
  nullable,
  severities,
  text,
  type BoundConditionSource,
  type Context,
} from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { effectiveOf, overridesOf, type Overrides } from '../engine/settings.ts'
import { fail } from '../errors.ts'
import { SeverityName } from '../schemas.ts'
import { tables } from '../tables.ts'

const seconds = 'Seconds for which it must hold before it is an event'
const ForSec = T.Integer({ minimum: 0, maximum: 86_400, description: seconds })

export const ConditionBody = closedObject(
  {
    enabled: T.Optional(T.Boolean({ description: 'False: no events of this name; open ones end' })),
    severity: T.Optional(
      nullable(T.Enum([...severities], { description: 'null: as its source says, or each condition' })),
    ),
    for_sec: T.Optional(nullable({ ...ForSec, description: `${seconds}; null: as its source says` })),
  },
  { examples: [{ enabled: true, severity: 'critical', for_sec: 120 }] },
)
export type ConditionBody = Static<typeof ConditionBody>

export const ConditionParams = closedObject({
  name: text(60, { minLength: 1, description: 'Name of the events' }),
})

export const ConditionView = closedObject(
  {
    name: T.String(),
    component: T.String({ description: 'The plugin that sees it' }),
    label: T.String(),
    enabled: T.Boolean(),
    severity: nullable(SeverityName),
    for_sec: nullable(ForSec),
    standard: closedObject(
      { severity: SeverityName, for_sec: ForSec },
      { description: 'What holds where the value is null' },
    ),
    not_resolved: T.Integer({ description: 'Open events of all devices' }),
  },
  {
    $id: 'events.Condition',
    description: 'Conditions that plugins watch, and what an operator has changed of it',
    examples: [
      {
        name: 'device_down',
        component: 'pinger',
        label: 'Device does not answer',
        enabled: true,
        severity: null,
        for_sec: 60,
        standard: { severity: 'critical', for_sec: 0 },
        not_resolved: 3,
      },
    ],
  },
)
export type ConditionView = Static<typeof ConditionView>

const viewOf = (source: BoundConditionSource, overrides: Overrides, open: number): ConditionView => ({
  name: source.name,
  component: source.component,
  label: source.label,
  enabled: effectiveOf(source, overrides).enabled,
  severity: overrides.get(source.name)?.severity ?? null,
  for_sec: overrides.get(source.name)?.for_sec ?? null,
  standard: { severity: source.severity, for_sec: source.forSec },
  not_resolved: open,
})

/** All conditions that running plugins tell, by name. */
export async function listConditions(
  ctx: Context,
  sources: readonly BoundConditionSource[],
): Promise<ConditionView[]> {
  const em = ctx.em() as SqlEntityManager
  const overrides = await overridesOf(em)
  const open = await tables(em)
    .selectFrom('events_event')
    .select(['name', sql<number>`count(*)::int`.as('open')])
    .where('resolved_at', 'is', null)
    .groupBy('name')
    .execute()
  const counted = new Map(open.map(row => [row.name, row.open]))
  return sources
    .map(source => viewOf(source, overrides, counted.get(source.name) ?? 0))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** @throws EVENTS_CONDITION_UNKNOWN */
export async function oneCondition(
  ctx: Context,
  sources: readonly BoundConditionSource[],
  name: string,
): Promise<ConditionView> {
  const found = (await listConditions(ctx, sources)).find(one => one.name === name)
  if (!found) throw fail('EVENTS_CONDITION_UNKNOWN', { name })
  return found
}

/** Changes what is given. It holds from the next look on. @throws EVENTS_CONDITION_UNKNOWN */
export async function changeCondition(
  ctx: Context,
  sources: readonly BoundConditionSource[],
  name: string,
  body: ConditionBody,
): Promise<ConditionView> {
  await oneCondition(ctx, sources, name)
  await tables(ctx.em())
    .insertInto('events_condition')
    .values({ severity: null, for_sec: null, ...body, name })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ name, ...body }))
    .execute()
  return oneCondition(ctx, sources, name)
}
