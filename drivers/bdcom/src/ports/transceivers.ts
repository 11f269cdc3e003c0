import {
  implement,
  integer,
  readRows,
  readTable,
  scaled,
  table,
  text,
  type Column,
  type Implementation,
} from '@linecard/driver-kit'
import { mediaTable, opticalTable, sfpDiagnostics } from '@linecard/driver-kit/builders'
import { interfacesList, ponPortsOptical, refOf, wanted } from '@linecard/driver-kit/modules'
import { findInterface, forPorts, type Olt } from '@linecard/driver-kit/onus'
import { bdcom, celsius256, milliamps, none, tenthDbm, volts } from '../columns.ts'

/** ifSfpParameterTable of NMS-IF-MIB: transceivers of uplinks by ifIndex. */
const optic = `${bdcom}.9.63.1.7.1`
/** At −40 dBm and below there is no light, and no transceiver that sends. */
const hundredth = (oid: string) => scaled(oid, { by: 0.01, none, min: -39.99, max: 29.99 })

/** Columns of the PON transceivers by ifIndex of the port. */
export interface PonOptics {
  temp: Column<number>
  voltage: Column<number>
  bias: Column<number>
  tx: Column<number>
}
const ponOptics = (
  entry: string,
  at: { temp: number; voltage: number; bias: number; tx: number },
): PonOptics =>
  table({
    temp: celsius256(`${entry}.${at.temp}`),
    voltage: volts(`${entry}.${at.voltage}`),
    bias: milliamps(`${entry}.${at.bias}`),
    tx: tenthDbm(`${entry}.${at.tx}`),
  })
/** NMS-EPON-OLT-PON-EXT. */
export const eponOptics = ponOptics(`${bdcom}.101.107.1`, { tx: 3, temp: 6, voltage: 7, bias: 8 })
/** gponOltPonPortOpticalParameterTable of NMS-GPON-MIB. */
export const gponOptics = ponOptics(`${bdcom}.10.2.2.1`, { temp: 2, voltage: 3, bias: 4, tx: 5 })

/** pon_ports_optical, sfp_optical, sfp_media and sfp_diag. */
export const transceiverModules = (olt: Olt, optics: PonOptics): Implementation[] => [
  implement(ponPortsOptical, async (session, args) => {
    const one = args.interface === undefined ? undefined : await findInterface(session, olt, args.interface)
    const ports = one ? [one] : await session.call(interfacesList, { type: 'PON' })
    const indexes = ports.flatMap(({ type, if_index }) =>
      type === 'PON' && if_index !== null ? [String(if_index)] : [],
    )
    const columns = table({ ...optics })
    const rows = one ? await readRows(session, columns, indexes) : await readTable(session, columns)
    const value = (field: keyof PonOptics, number: number | null) =>
      wanted(args.load_only, field) ? number : null
    return ports.flatMap(port => {
      const row = rows.get(String(port.if_index))
      if (!row || Object.values(row).every(cell => cell === null)) return []
      const { temp, voltage, bias, tx } = row
      return [
        {
          interface: refOf(port),
          temp: value('temp', temp),
          voltage: value('voltage', voltage),
          bias: value('bias', bias),
          tx: value('tx', tx),
        },
      ]
    })
  }),
  ...forPorts(olt, [
    opticalTable({
      temp: scaled(`${optic}.4`, { by: 1 / 256, none, decimals: 2, min: -39.99, max: 150 }),
      vcc: volts(`${optic}.5`),
      tx_power: hundredth(`${optic}.2`),
      rx_power: hundredth(`${optic}.3`),
      tx_bias: milliamps(`${optic}.6`),
    }),
    mediaTable({
      vendor_name: text(`${optic}.7`),
      _wave_length: integer(`${optic}.19`, { none: [0, ...none] }),
      serial_num: text(`${optic}.23`),
      part_number: text(`${optic}.44`),
    }),
    sfpDiagnostics(),
  ]),
]
