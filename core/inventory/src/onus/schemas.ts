import { Type as T, type Static } from 'typebox'
import { Id, Time, closedObject, nullable } from '@linecard/plugin-kit'

const example = {
  ident: 'ACME00000001', ident_type: 'SERIAL' as const, serial_ascii: 'ACME00000001', serial_hex: '41434D4500000001', mac_address: null, vendor: 'Acme', model: 'G1', bad_signal: true, bad_since: '2026-03-02T08:00:00.000Z',
  optical: {
    rx: -28.86, tx: 1.74, olt_rx: -29.4, temp: 28.46, voltage: 3.3, distance: 431, time: '2026-03-02T09:30:00.000Z', rx_bad: true, rx_bad_since: '2026-03-02T08:00:00.000Z', olt_rx_bad: false, olt_rx_bad_since: null,
  },
  last_down_reason: 'PowerOff', last_reg: '2026-03-02 09:31:02', last_dereg: '2026-03-02 09:12:40',
}
const row = {
  id: 96_252, device: { id: 17, ip: '192.0.2.17', name: 'olt-north' }, interface: { id: 96_252, name: 'pon0/1:1', bind_key: '10101', parent_bind_key: '101', parent: { id: 96_200, name: 'pon0/1' } },
  description: 'Miller', agreement: '11619', comment: 'behind the garage', status: 'Online', status_changed: '2026-03-02T09:31:00.000Z', created_at: '2026-03-01T08:00:00.000Z', ...example,
}

const level = (description: string) => nullable(T.Number({ description }))
const since = (what: string) => nullable(T.Unsafe<Date>({ ...Time, description: `Since when ${what} is outside of the limits; null: it is not` }))
const outside = (what: string) => nullable(T.Boolean({ description: `${what} is outside of the limits of the settings; null: unknown` }))

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
    time: nullable(T.Unsafe<Date>({ ...Time, description: 'When these values were measured: an ONU that is away keeps its last ones' })),
    rx_bad: outside('rx'), rx_bad_since: since('rx'), olt_rx_bad: outside('olt_rx'), olt_rx_bad_since: since('olt_rx'),
  }),
  last_down_reason: nullable(T.String({ description: 'Why it last went: LOS, PowerOff, or the vendor\'s word' })),
  last_reg: nullable(T.String({ description: 'Last registration by the device\'s clock, which gives no zone' })),
  last_dereg: nullable(T.String({ description: 'Last deregistration by the device\'s clock' })),
}

/** What is known of an interface that is an ONU. */
export const OnuFacts = closedObject(facts, { $id: 'inventory.OnuFacts', examples: [example] })

export const OnuView = closedObject({
  id: Id,
  device: closedObject({ id: Id, ip: T.String(), name: T.String() }),
  interface: closedObject({
    id: Id, name: T.String(), bind_key: T.String(), parent_bind_key: T.String({ description: 'Bind key of its PON port; empty: none' }),
    parent: nullable(closedObject({ id: Id, name: T.String() }, { description: 'PON port' })),
  }),
  description: T.String({ description: 'From the device' }),
  agreement: T.String({ description: 'Number of the contract' }),
  comment: T.String({ description: 'Local note' }),
  status: nullable(T.String({ description: 'Online Offline LOS PowerOff Unregistered Disabled Unknown; null: never told' })),
  status_changed: nullable(Time),
  created_at: Time,
  ...facts,
}, { $id: 'inventory.Onu', examples: [row] })

export type OnuFacts = Static<typeof OnuFacts>
export type OnuView = Static<typeof OnuView>
