import { Type as T, type Static } from 'typebox'
import { EmbeddedDevice, Id, Time, closedObject, exampleDevice, nullable } from '@linecard/plugin-kit'

const dbm = (description: string) => nullable(T.Number({ description: `${description}, dBm` }))
const Levels = { rx: dbm('Received by the ONU'), olt_rx: dbm('Received by the OLT from this ONU') }
const levelsAt = (description: string) => nullable(closedObject({ ...Levels, time: Time }, { description }))
const levels = { rx: -23.19, olt_rx: -25.2 }
const [time, before] = ['2026-03-02T10:00:00.000Z', '2026-01-05T10:00:00.000Z']

const change = closedObject(
  { rx: nullable(T.Number()), olt_rx: nullable(T.Number()) },
  { description: 'The last value less that of the reference, dB. Negative: darker. Null: not known' },
)

export const LightView = closedObject(
  {
    interface_id: Id,
    last: levelsAt('Last measured; null: never'),
    last_good: levelsAt('Last measured within the limits of the settings; null: never'),
    reference: nullable(
      closedObject({
        ...Levels,
        time: Time,
        set_by: nullable(T.String({ description: 'Null: nobody set it, it is the first good value' })),
      }),
    ),
    change,
    days: T.Array(
      closedObject({
        day: T.String({ format: 'date', description: 'In UTC' }),
        rx_min: dbm('Least'),
        rx_max: dbm('Most'),
        olt_rx_min: dbm('Least'),
        olt_rx_max: dbm('Most'),
      }),
      { description: 'Days on which it was measured, the newest first' },
    ),
  },
  {
    $id: 'onu-history.Light',
    examples: [
      {
        interface_id: 96_252,
        last: { ...levels, time },
        last_good: { ...levels, time },
        reference: { rx: -20.1, olt_rx: -22, time: before, set_by: 'anna' },
        change: { rx: -3.09, olt_rx: -3.2 },
        days: [{ day: '2026-03-02', rx_min: -23.4, rx_max: -23.1, olt_rx_min: -25.4, olt_rx_max: -25 }],
      },
    ],
  },
)
export type LightView = Static<typeof LightView>

export const WorseView = closedObject(
  {
    interface: closedObject({
      id: Id,
      name: T.String(),
      status: nullable(T.String({ description: 'Null: unknown' })),
      description: T.String({ description: 'From the device' }),
      agreement: T.String(),
      serial: nullable(T.String()),
    }),
    device: EmbeddedDevice,
    drop: T.Number({ description: 'The larger loss of both directions, dB' }),
    ...Levels,
    time: Time,
    base: closedObject({ ...Levels, time: Time }, { description: 'What it is compared with' }),
  },
  {
    $id: 'onu-history.Worse',
    examples: [
      {
        interface: {
          id: 96_252,
          name: 'pon0/1:1',
          status: 'Online',
          description: 'Miller',
          agreement: '10130',
          serial: 'ZTEGC1086C71',
        },
        device: exampleDevice,
        drop: 3.2,
        ...levels,
        time,
        base: { rx: -20.1, olt_rx: -22, time: before },
      },
    ],
  },
)
export type WorseView = Static<typeof WorseView>

export const StatusView = closedObject(
  {
    status: nullable(T.String({ description: 'Null: unknown' })),
    previous: nullable(T.String()),
    reason: nullable(T.String({ description: 'Why, where the OLT told' })),
    changed_by: nullable(T.String({ description: 'Login of who set it by hand; null: the device' })),
    time: Time,
    until: nullable({ ...Time, description: 'Null: it is so now' }),
    duration_sec: T.Integer({ description: 'How long it was so, or has been so until now' }),
  },
  {
    $id: 'onu-history.Status',
    examples: [
      {
        status: 'PowerOff',
        previous: 'Online',
        reason: 'PowerOff',
        changed_by: null,
        time: before,
        until: time,
        duration_sec: 4_838_400,
      },
    ],
  },
)
export type StatusView = Static<typeof StatusView>

export const ReferenceSet = closedObject(
  { onus: T.Integer({ description: 'ONUs with a new reference' }) },
  { $id: 'onu-history.ReferenceSet', examples: [{ onus: 512 }] },
)

export const schemas = [LightView, WorseView, StatusView, ReferenceSet]
