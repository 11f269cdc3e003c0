import {
  enumeration,
  implement,
  pick,
  readRows,
  readTable,
  scaled,
  table,
  type Implementation,
  type RowOf,
  type Session,
} from '@linecard/driver-kit'
import { entitySensors, sfpDiagnostics } from '@linecard/driver-kit/builders'
import {
  ponPortsOptical,
  refOf,
  sfpMedia,
  sfpOptical,
  wanted,
  type Interface,
} from '@linecard/driver-kit/modules'
import { findInterface, forPorts, type Olt } from '@linecard/driver-kit/onus'
import { celsius, hundredths, label, milliamperes, none32 } from './columns.ts'
import { devices } from './nodes.ts'
import { readPorts } from './places.ts'

const entry = `${devices}.23.1`
const about = `${devices}.22.1`

/** hwGponOltOpticsModule…: °C, 0.01 V, mA, 0.01 dBm, by ifIndex. A PON port has no one received power. */
const levels = table({
  temp: celsius(`${entry}.1`),
  voltage: scaled(`${entry}.2`, { by: 0.01, none: [none32], min: 0.01, max: 20 }),
  bias: milliamperes(`${entry}.3`),
  tx: hundredths(`${entry}.4`),
})
const facts = table({
  vendor: label(`${about}.11`),
  serial: label(`${about}.20`),
  kind: enumeration(`${about}.27`, {
    1: 'Unknown',
    2: 'GPON',
    3: 'EPON',
    4: 'EPON-10G',
    5: 'GPON-10G',
    6: 'WDM-PON',
    7: 'Hybrid-PON',
    [-1]: 'Invalid',
  }),
})
type Columns = typeof levels | typeof facts

/** Rows of PON ports, by the ports. */
async function rowsOf<C extends Columns>(
  session: Session,
  olt: Olt,
  columns: C,
  wantedPort: string | number | undefined,
): Promise<[Interface, RowOf<C>][]> {
  const one = wantedPort === undefined ? undefined : await findInterface(session, olt, wantedPort)
  const ports = one ? [one] : await readPorts(session)
  const rows = one
    ? await readRows(
        session,
        columns,
        one.type === 'PON' && one.if_index !== null ? [String(one.if_index)] : [],
      )
    : await readTable(session, columns)
  return ports.flatMap((port): [Interface, RowOf<C>][] => {
    const row = port.type === 'PON' ? rows.get(String(port.if_index)) : undefined
    return row && Object.values(row).some(value => value !== null) ? [[port, row as RowOf<C>]] : []
  })
}

type Optical = (typeof sfpOptical.example)[number]

/** Transceivers of Ethernet ports: sensors of ENTITY-SENSOR-MIB inside a port. */
const ofEthernet = (olt: Olt): Implementation => forPorts(olt, [pick(entitySensors(), sfpOptical)])[0]!

/** sfp_optical, sfp_media, sfp_diag and pon_ports_optical of PON ports. */
export const transceiverModules = (olt: Olt): Implementation[] => [
  implement(sfpOptical, async (session, args) => {
    const may = (field: string, value: number | null) => (wanted(args.load_only, field) ? value : null)
    const rows = (await rowsOf(session, olt, levels, args.interface)).map(([port, row]): Optical => ({
      interface: refOf(port),
      temp: may('temp', row.temp),
      vcc: may('vcc', row.voltage),
      tx_bias: may('tx_bias', row.bias),
      tx_power: may('tx_power', row.tx),
      rx_power: null,
    }))
    if (args.interface !== undefined && rows.length > 0) return rows
    const known = new Set(rows.map(row => row.interface.id))
    const others = (await ofEthernet(olt).run(session, args)) as Optical[]
    return [...rows, ...others.filter(row => !known.has(row.interface.id))]
  }),
  implement(sfpMedia, async (session, args) =>
    (await rowsOf(session, olt, facts, args.interface)).map(([port, { vendor, serial, kind }]) => ({
      interface: refOf(port),
      serial_num: serial,
      vendor_name: vendor,
      part_number: null,
      connector_type: null,
      _xpon_type: kind === 'Unknown' || kind === 'Invalid' ? null : kind,
    })),
  ),
  sfpDiagnostics(),
  implement(ponPortsOptical, async (session, args) => {
    const may = (field: string, value: number | null) => (wanted(args.load_only, field) ? value : null)
    return (await rowsOf(session, olt, levels, args.interface)).map(
      ([port, { temp, voltage, bias, tx }]) => ({
        interface: refOf(port),
        temp: may('temp', temp),
        voltage: may('voltage', voltage),
        bias: may('bias', bias),
        tx: may('tx', tx),
      }),
    )
  }),
]
