import { Type as T, type Static } from 'typebox'
import { EmbeddedDevice, exampleDevice, Id, LogId, Time, closedObject, nullable } from '@linecard/plugin-kit'
import { problems } from './tables.ts'

export const statuses = ['Up', 'Down', 'Unknown'] as const
const Status = T.Enum([...statuses], {
  description: 'Unknown: nobody watches the device, or nothing was heard about it for too long',
})

const Available = closedObject({
  percent: nullable(T.Number({ description: 'Of the known time, %; null: nothing is known' })),
  up_sec: T.Number({ description: 'Known to be up, seconds' }),
  down_sec: T.Number({ description: 'Known to be down, seconds' }),
  unknown_sec: T.Number({ description: 'Neither: not watched, or nothing was heard, seconds' }),
})

const exampleAvailable = { percent: 99.9542, up_sec: 86_360.4, down_sec: 39.6, unknown_sec: 0 }

export const StatusView = closedObject(
  {
    device_id: Id,
    device: EmbeddedDevice,
    status: Status,
    reason: nullable(
      T.Enum(['disabled', 'not_watched', 'no_answer_yet', ...problems], {
        description:
          'Why it is Unknown: the device is switched off; no process watches; nothing was heard about it; ' +
          'the equipment must not ask its address; this machine has no route to it. Null: it is not',
      }),
    ),
    since: nullable(Time),
    duration_sec: nullable(T.Number({ description: 'How long it has this status, seconds' })),
    method: nullable(
      T.Enum(['icmp', 'tcp', 'snmp'], { description: 'What it answered last; null: nothing ever' }),
    ),
    port: nullable(T.Integer({ description: 'The TCP or SNMP port that answered' })),
    packet_loss: nullable(
      T.Boolean({
        description: 'More echoes were lost than the setting loss_percent allows; null: none sent',
      }),
    ),
    sent: nullable(T.Integer({ description: 'Echoes of the last five minutes' })),
    lost: nullable(T.Integer()),
    loss_percent: nullable(T.Number({ description: '%' })),
    rtt_min: nullable(T.Number({ description: 'Round trip, ms' })),
    rtt_avg: nullable(T.Number({ description: 'ms' })),
    rtt_max: nullable(T.Number({ description: 'ms' })),
    measured_at: nullable(Time),
    availability: closedObject(
      { day: Available, week: Available, month: Available },
      { description: 'Of the last 1, 7 and 30 days' },
    ),
  },
  {
    $id: 'pinger.Status',
    examples: [
      {
        device_id: 17,
        device: exampleDevice,
        status: 'Up',
        reason: null,
        since: '2026-03-02T09:14:20.120Z',
        duration_sec: 171_204,
        method: 'icmp',
        port: null,
        packet_loss: false,
        sent: 30,
        lost: 0,
        loss_percent: 0,
        rtt_min: 1.1,
        rtt_avg: 1.4,
        rtt_max: 6.2,
        measured_at: '2026-03-04T08:47:00.000Z',
        availability: {
          day: { percent: 100, up_sec: 86_400, down_sec: 0, unknown_sec: 0 },
          week: exampleAvailable,
          month: exampleAvailable,
        },
      },
    ],
  },
)
export type StatusView = Static<typeof StatusView>

export const OutageView = closedObject(
  {
    id: LogId,
    device_id: Id,
    device: EmbeddedDevice,
    down: Time,
    up: nullable(
      T.Unsafe<Date>({ type: 'string', format: 'date-time', description: 'Null: it has not ended' }),
    ),
    duration_sec: T.Number({ description: 'Until now if it has not ended, seconds' }),
    unknown_sec: T.Number({ description: 'Of these: nothing was known of the device, seconds' }),
  },
  {
    $id: 'pinger.Outage',
    examples: [
      {
        id: 4711,
        device_id: 17,
        device: exampleDevice,
        down: '2026-03-02T09:12:02.311Z',
        up: '2026-03-02T09:14:20.120Z',
        duration_sec: 137.809,
        unknown_sec: 0,
      },
    ],
  },
)
export type OutageView = Static<typeof OutageView>

export const ChartView = closedObject(
  {
    device_id: Id,
    start: Time,
    end: Time,
    step_sec: T.Integer({ description: 'Length of one point, seconds' }),
    unit: T.Enum(['ms'], { description: 'Of the round trips' }),
    points: T.Array(
      closedObject({
        time: Time,
        sent: T.Integer({ description: 'Echoes' }),
        lost: T.Integer(),
        loss_percent: T.Number({ description: '%' }),
        rtt_min: nullable(T.Number({ description: 'ms; null: no answer' })),
        rtt_avg: nullable(T.Number({ description: 'ms' })),
        rtt_max: nullable(T.Number({ description: 'ms' })),
      }),
      { description: 'A time without echoes has no point' },
    ),
    outages: T.Array(closedObject({ down: Time, up: nullable(Time) }), {
      description: 'Those of the period, oldest first, 1000 at most',
    }),
  },
  {
    $id: 'pinger.Chart',
    examples: [
      {
        device_id: 17,
        start: '2026-03-02T09:00:00.000Z',
        end: '2026-03-02T10:00:00.000Z',
        step_sec: 300,
        unit: 'ms',
        points: [
          {
            time: '2026-03-02T09:00:00.000Z',
            sent: 30,
            lost: 1,
            loss_percent: 3.3333,
            rtt_min: 1.1,
            rtt_avg: 1.4,
            rtt_max: 6.2,
          },
        ],
        outages: [{ down: '2026-03-02T09:12:02.311Z', up: '2026-03-02T09:14:20.120Z' }],
      },
    ],
  },
)
export type ChartView = Static<typeof ChartView>

export const TotalsView = closedObject(
  {
    total: T.Integer({ description: 'Devices that you see' }),
    up: T.Integer(),
    down: T.Integer(),
    unknown: T.Integer({ description: 'Without the disabled ones' }),
    disabled: T.Integer(),
    packet_loss: T.Integer({ description: 'Up, with packet loss' }),
    watching: T.Boolean({
      description:
        'A process watches each enabled one now; false: the workers of a site do not run, or none do',
    }),
  },
  {
    $id: 'pinger.Totals',
    examples: [{ total: 412, up: 398, down: 6, unknown: 3, disabled: 5, packet_loss: 2, watching: true }],
  },
)
export type TotalsView = Static<typeof TotalsView>

export const schemas = [StatusView, OutageView, ChartView, TotalsView]
