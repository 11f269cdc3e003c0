import { Type as T, type Static } from 'typebox'
import { Id, Time, closedObject, nullable } from '@linecard/plugin-kit'
import { results, runStatuses } from './entities/index.ts'

const named = closedObject({ id: Id, name: T.String() })
const count = T.Integer({ minimum: 0 })

const rule = {
  id: 3,
  name: 'Access ring north',
  cidr: '10.1.0.0/16',
  addresses: 65_534,
  group: { id: 4, name: 'North' },
  access: [
    { id: 3, name: 'Backbone' },
    { id: 5, name: 'Old communities' },
  ],
  enabled: true,
  interval_min: 120,
  last_run_at: '2026-03-02T10:00:00.000Z',
  created_at: '2026-03-01T08:00:00.000Z',
  updated_at: '2026-03-01T08:00:00.000Z',
}
export const RuleView = closedObject(
  {
    id: Id,
    name: T.String(),
    cidr: T.String(),
    addresses: nullable(
      T.Integer({ description: 'Number of addresses; null: the network is not allowed any more' }),
    ),
    group: nullable(named),
    access: T.Array(named, { description: 'Access profiles in the order in which they are tried' }),
    enabled: T.Boolean(),
    interval_min: nullable(T.Integer({ description: 'Minutes between two searches; null: in every run' })),
    last_run_at: nullable(Time),
    created_at: Time,
    updated_at: Time,
  },
  { $id: 'autodiscovery.Rule', examples: [rule] },
)
export type RuleView = Static<typeof RuleView>

const run = {
  id: 41,
  status: 'running',
  requested_by: 'olena',
  rule_ids: [3],
  progress: { done: 20_100, total: 65_534, what: 'Access ring north, 10.1.0.0/16' },
  counts: { added: 12, known: 170, unknown_identity: 3, failed: 1 },
  packets: { sent: 40_020, received: 186, foreign: 0 },
  errors: [],
  error: null,
  created_at: '2026-03-02T10:00:00.000Z',
  started_at: '2026-03-02T10:00:01.000Z',
  finished_at: null,
  spent_ms: null,
}
const failure = { code: T.String(), description: T.String() }
export const RunView = closedObject(
  {
    id: Id,
    status: T.Enum([...runStatuses], {
      description:
        '`waiting`: no process has taken it yet; `aborted`: the service stopped or the time was over; ' +
        '`lost`: its process died',
    }),
    requested_by: nullable(T.String({ description: 'Login of whoever asked for it; null: it was due' })),
    rule_ids: T.Array(Id),
    progress: closedObject(
      {
        done: nullable(count),
        total: nullable(count),
        what: T.String({ description: 'The rule at work; empty when none is, or one of other groups' }),
      },
      { description: 'Addresses; null if the run has rules of groups that you do not see' },
    ),
    counts: closedObject(
      { added: count, known: count, unknown_identity: count, failed: count },
      { description: 'Of the rules and devices that you see' },
    ),
    packets: nullable(
      closedObject(
        {
          sent: count,
          received: count,
          foreign: T.Integer({
            minimum: 0,
            description: 'Answers from another address than was asked, dropped',
          }),
        },
        { description: 'Null if the run has rules of groups that you do not see' },
      ),
    ),
    errors: T.Array(closedObject({ rule_id: Id, rule: T.String(), ...failure }), {
      description: 'Rules that could not be run',
    }),
    error: nullable(closedObject(failure)),
    created_at: Time,
    started_at: nullable(Time),
    finished_at: nullable(Time),
    spent_ms: nullable(T.Integer()),
  },
  { $id: 'autodiscovery.Run', examples: [run] },
)
export type RunView = Static<typeof RunView>

export const FoundView = closedObject(
  {
    id: T.Integer(),
    ip: T.String(),
    result: T.Enum([...results], {
      description:
        '`known`: the inventory has this address, or the same equipment under another (`known_under`); ' +
        '`unknown_identity`: no driver knows the model; `failed`: see `reason`',
    }),
    device_id: nullable(Id),
    known_under: nullable(T.String()),
    model: nullable(closedObject({ key: T.String(), name: T.String() })),
    name: nullable(T.String({ description: 'sysName' })),
    object_id: nullable(T.String({ description: 'sysObjectID' })),
    descr: nullable(T.String({ description: 'sysDescr' })),
    reason: nullable(T.String()),
    rule: named,
    time: Time,
  },
  {
    $id: 'autodiscovery.Found',
    examples: [
      {
        id: 977,
        ip: '10.1.7.20',
        result: 'unknown_identity',
        device_id: null,
        known_under: null,
        model: null,
        name: 'ups-7',
        object_id: '1.3.6.1.4.1.99999.2.1',
        descr: 'Acme UPS 3000',
        reason: 'no driver knows this model',
        rule: { id: 3, name: rule.name },
        time: '2026-03-02T10:01:00.000Z',
      },
    ],
  },
)
export type FoundView = Static<typeof FoundView>

export const RunStarted = closedObject(
  { id: Id },
  { $id: 'autodiscovery.RunStarted', examples: [{ id: run.id }] },
)

export const schemas = [RuleView, RunView, FoundView, RunStarted]
