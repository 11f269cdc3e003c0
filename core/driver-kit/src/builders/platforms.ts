import type { Implementation } from '../contract/implementation.ts'
import { fromOctets } from '../table/column.ts'
import { decimalText, decodeText, integer } from '../table/index.ts'
import { mediaTable } from './media-table.ts'
import { opticalTable } from './optical-table.ts'
import { ownResources } from './own-resources.ts'
import { temperatureTable } from './temperatures.ts'

/** Switching software that several vendors sell. Each vendor has its MIBs below another node. */

/**
 * Texts of measured values, `NULL` if nothing is measured, with a mark after the value if a limit is crossed.
 */
const measured = decimalText

/** A text. The word NULL means no value. */
const notNull = (oid: string) =>
  fromOctets(oid, octets => (/^(?:null|)$/i.test(decodeText(octets)) ? null : decodeText(octets)))

/**
 * Digital China's software (DCN, SNR): sysHardWare table by slot, and ddmDiagnosisTable and ddmTransInfoTable
 * by ifIndex, all in texts.
 */
export const digitalChina = (base: string): Implementation[] => [
  ownResources({
    cpu: { util: integer(`${base}.1.8.1.11`) },
    memory: {
      total: integer(`${base}.1.8.1.7`, { none: [0] }),
      used: integer(`${base}.1.8.1.8`, { none: [0] }),
      util: integer(`${base}.1.8.1.12`),
    },
    member: slot => `Slot ${slot}`,
  }),
  temperatureTable(
    { value: integer(`${base}.1.8.1.10`, { none: [0, 268435356] }) },
    index => `Slot ${index}`,
  ),
  opticalTable({
    temp: measured(`${base}.30.1.1.2`),
    vcc: measured(`${base}.30.1.1.7`),
    tx_bias: measured(`${base}.30.1.1.12`),
    // 0.00 dBm stands where the laser is off.
    rx_power: measured(`${base}.30.1.1.17`, { none: [0] }),
    tx_power: measured(`${base}.30.1.1.22`, { none: [0] }),
  }),
  mediaTable({
    vendor_name: notNull(`${base}.30.3.1.4`),
    connector_type: notNull(`${base}.30.3.1.6`),
    _wave_length: measured(`${base}.30.3.1.8`),
    serial_num: notNull(`${base}.3.2.1.28`),
  }),
]
