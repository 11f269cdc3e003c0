import { Type as T, type Static } from 'typebox'
import { Id, Time, closedObject, nullable } from '@linecard/plugin-kit'
import { DeviceView } from '../../devices/schemas.ts'
import { listedOnu, onuFacts } from '../../examples.ts'

const level = (description: string) => nullable(T.Number({ description }))
const since = (what: string) =>
  nullable(
    T.Unsafe<Date>({ ...Time, description: `Since when ${what} is outside of the limits; null: it is not` }),
  )
const outside = (what: string) =>
  nullable(T.Boolean({ description: `${what} is outside of the limits of the settings; null: unknown` }))

const facts = {
  ident: nullable(T.String({ description: 'Serial number as the device shows it, else MAC address' })),
  ident_type: nullable(T.Enum(['SERIAL', 'MAC'])),
  serial_ascii: nullable(T.String({ description: 'Serial number as 4 letters and 8 hexadecimal digits' })),
  serial_hex: nullable(T.String({ description: 'Serial number as 16 hexadecimal digits' })),
  mac_address: nullable(T.String({ description: 'AA:BB:CC:DD:EE:FF' })),
  vendor: nullable(T.String()),
  model: nullable(T.String()),
  bad_signal: nullable(T.Boolean({ description: 'Light outside of the limits; null: never measured' })),
  bad_since: nullable(Time),
  optical: closedObject({
    rx: level('Received by the ONU, dBm'),
    tx: level('Sent by the ONU, dBm'),
    olt_rx: level('Received by the OLT from this ONU, dBm'),
    temp: level('°C'),
    voltage: level('V'),
    distance: level('m'),
    time: nullable(
      T.Unsafe<Date>({
        ...Time,
        description: 'When these values were measured: an ONU that is away keeps its last ones',
      }),
    ),
    rx_bad: outside('rx'),
    rx_bad_since: since('rx'),
    olt_rx_bad: outside('olt_rx'),
    olt_rx_bad_since: since('olt_rx'),
  }),
  last_down_reason: nullable(
    T.String({ description: "Why it last went: LOS, PowerOff, or the vendor's word" }),
  ),
  last_reg: nullable(
    T.String({ description: "Last registration by the device's clock, which gives no zone" }),
  ),
  last_dereg: nullable(T.String({ description: "Last deregistration by the device's clock" })),
}

/** What is known of an interface that is an ONU. */
export const OnuFacts = closedObject(facts, { $id: 'inventory.OnuFacts', examples: [onuFacts] })

export const OnuView = closedObject(
  {
    id: Id,
    device: DeviceView,
    interface: closedObject({
      id: Id,
      name: T.String(),
      bind_key: T.String(),
      parent_bind_key: nullable(T.String({ description: 'Bind key of its PON port; null: none' })),
      parent: nullable(closedObject({ id: Id, name: T.String() }, { description: 'PON port' })),
    }),
    description: T.String({ description: 'From the device' }),
    agreement: T.String({ description: 'Number of the contract' }),
    comment: T.String({ description: 'Local note' }),
    status: nullable(
      T.String({
        description: 'Online Offline LOS PowerOff Unregistered Disabled Unknown; null: never told',
      }),
    ),
    status_changed: nullable(Time),
    created_at: Time,
    duplicates: T.Array(
      closedObject({
        id: Id,
        device: closedObject({ id: Id, ip: T.String(), name: T.String() }),
        name: T.String(),
        status: nullable(T.String()),
      }),
      {
        description:
          'Other stored ONUs with the same ident, on this OLT or on another: it moved and is still ' +
          'registered at the old place, or it is a copy',
      },
    ),
    ...facts,
  },
  { $id: 'inventory.Onu', examples: [listedOnu] },
)

export type OnuFacts = Static<typeof OnuFacts>
export type OnuView = Static<typeof OnuView>
