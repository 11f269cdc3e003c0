import { Type as T, type Static } from 'typebox'
import { EmbeddedDevice, Id, Time, closedObject, exampleDevice, nullable } from '@linecard/plugin-kit'
import { kinds } from '../judge/index.ts'

const [began, back] = ['2026-03-02T10:00:00.000Z', '2026-03-02T11:30:00.000Z']

export const OutageView = closedObject(
  {
    id: Id,
    kind: T.Enum([...kinds]),
    first_kind: T.Enum([...kinds], { description: 'What it was taken for when it was told first' }),
    event_name: T.String({ description: 'Name of its event' }),
    scope: T.Enum(['branch', 'pon', 'several_pons', 'card', 'olt', 'uplink']),
    title: T.String(),
    description: T.String(),
    confidence: T.Number({ description: '0…1: its share among all explanations' }),
    device: EmbeddedDevice,
    interface_ids: T.Array(Id, { description: 'Ports that are down because of it' }),
    customers: nullable(T.Integer({ description: 'ONUs; null: unknown' })),
    onus: closedObject({ lost: T.Integer(), back: T.Integer() }),
    evidence: T.Array(
      closedObject({
        what: T.String(),
        weight: T.Number({ description: 'Natural logarithm of the odds; 0: told for people alone' }),
        time: Time,
      }),
    ),
    began_at: Time,
    opened_at: Time,
    revised_at: nullable({ ...Time, description: 'The verdict was changed; null: never' }),
    ended_at: nullable({ ...Time, description: 'Null: it lasts' }),
  },
  {
    $id: 'correlation.Outage',
    examples: [
      {
        id: 12,
        kind: 'fibre_cut',
        first_kind: 'fibre_cut',
        event_name: 'fibre_cut',
        scope: 'pon',
        title: 'Fibre cut: olt-north, gpon_1/1/3: 31 ONUs',
        description: '0 of 31 ONUs sent a dying gasp, 31 have no light; nothing is left on gpon_1/1/3.',
        confidence: 0.97,
        device: exampleDevice,
        interface_ids: [96_003],
        customers: 31,
        onus: { lost: 0, back: 31 },
        evidence: [{ what: 'nothing is left on gpon_1/1/3', weight: 0, time: began }],
        began_at: began,
        opened_at: began,
        revised_at: null,
        ended_at: back,
      },
    ],
  },
)
export type OutageView = Static<typeof OutageView>

export const OutageMembers = closedObject(
  {
    ...OutageView.properties,
    members: T.Array(
      closedObject({
        interface_id: Id,
        name: T.String(),
        reason: T.Enum(['gasp', 'los', 'none'], {
          description: 'gasp: its power went; los: no light; none: not told',
        }),
        lost_at: Time,
        back_at: nullable(Time),
      }),
      { description: 'ONUs that belong to it, in the order of their ids' },
    ),
  },
  {
    $id: 'correlation.OutageWithMembers',
    examples: [
      {
        ...(OutageView as unknown as { examples: object[] }).examples[0],
        members: [
          { interface_id: 96_252, name: 'gpon_1/1/3:1', reason: 'los', lost_at: began, back_at: back },
        ],
      },
    ],
  },
)
export type OutageMembers = Static<typeof OutageMembers>
