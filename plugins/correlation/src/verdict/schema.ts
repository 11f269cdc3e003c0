import { Type as T, type Static } from 'typebox'
import { EmbeddedDevice, Id, Time, closedObject, exampleDevice, nullable } from '@linecard/plugin-kit'

const began = '2026-03-02T10:00:00.000Z'

export const verdicts = ['customer', 'branch', 'pon', 'olt', 'uplink', 'network', 'unknown'] as const

export const VerdictView = closedObject(
  {
    verdict: T.Enum([...verdicts], {
      description:
        'Who is without service: this customer, a part of a PON port, all of it, the OLT or a card of it, ' +
        'all behind an uplink, several devices; unknown: it cannot be told now',
    }),
    sentence: T.String({ description: 'What to tell the customer, and what to look at' }),
    evidence: T.Array(
      closedObject({
        what: T.String(),
        time: nullable({ ...Time, description: 'Since when it is so; null: unknown' }),
        age_sec: nullable(
          T.Integer({
            description: 'Seconds since it was last read, whether it changed or not; null: unknown',
          }),
        ),
      }),
    ),
    events: T.Array(
      closedObject({
        name: T.String({ description: 'Name of the event' }),
        title: T.String(),
        outage_id: Id,
        since: Time,
        customers: nullable(T.Integer()),
      }),
      { description: 'Outages that explain it' },
    ),
    onu: nullable(
      closedObject({
        interface_id: Id,
        name: T.String(),
        status: nullable(T.String()),
        since: nullable(Time),
        model: nullable(T.String()),
        agreement: T.String(),
        port: nullable(T.String({ description: 'Its PON port' })),
      }),
    ),
    device: EmbeddedDevice,
    interface: closedObject({ id: Id, name: T.String(), type: T.String(), status: nullable(T.String()) }),
    neighbours: nullable(
      closedObject(
        { up: T.Integer(), down: T.Integer(), total: T.Integer() },
        { description: 'The other ONUs of the PON port; null: it is no ONU' },
      ),
    ),
  },
  {
    $id: 'correlation.Verdict',
    examples: [
      {
        verdict: 'customer',
        sentence: 'Only this customer: the ONU lost its power, and 30 of 31 neighbours are online.',
        evidence: [{ what: 'the ONU sent a dying gasp', time: began, age_sec: 420 }],
        events: [],
        onu: {
          interface_id: 96_252,
          name: 'gpon_1/1/3:1',
          status: 'PowerOff',
          since: began,
          model: 'F660',
          agreement: '10130',
          port: 'gpon_1/1/3',
        },
        device: exampleDevice,
        interface: { id: 96_252, name: 'gpon_1/1/3:1', type: 'ONU', status: 'PowerOff' },
        neighbours: { up: 30, down: 1, total: 31 },
      },
    ],
  },
)
export type VerdictView = Static<typeof VerdictView>
