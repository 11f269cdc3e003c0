import { decimalText, enumeration, integer, text, type Implementation } from '@linecard/driver-kit'
import {
  adminSpeeds,
  mediaTable,
  opticalTable,
  ownResources,
  sfpDiagnostics,
  systemInfo,
  temperatureTable,
  withFans,
} from '@linecard/driver-kit/builders'
import { cableDiagnostics } from './changes.ts'

export const vendor = 'Edge-Core'

/** `Unit 2 sensor 1` from the index `2.1`. */
const unitAnd = (what: string) => (index: string) => {
  const [unit, part] = index.split('.')
  return `Unit ${unit} ${what} ${part}`
}

/** switchInfoTable: versions and serial number of the first unit. Index: unit. */
export const ownSystem = (mib: string): Implementation => {
  const info = `${mib}.1.1.3.1`
  return systemInfo({
    vendor,
    facts: {
      board_hardware_ver: text(`${info}.2.1`),
      board_software_ver: text(`${info}.6.1`),
      serial_num: text(`${info}.10.1`),
    },
  })
}

/**
 * cpuCurrentUti in percent; memoryTotal, memoryAllocated and memoryFreed in octets. Index of fans: unit, fan.
 */
const resources = (mib: string): Implementation =>
  withFans(
    ownResources({
      cpu: { util: integer(`${mib}.1.39.2.1`) },
      memory: {
        total: integer(`${mib}.1.39.3.1`),
        used: integer(`${mib}.1.39.3.2`),
        free: integer(`${mib}.1.39.3.3`),
      },
    }),
    {
      status: enumeration(`${mib}.1.1.9.1.3`, { 1: 'Normal', 2: 'Failed' }),
      speed: integer(`${mib}.1.1.9.1.6`),
    },
    unitAnd('fan'),
  )

/** portSpeedDpxCfg and portAutonegotiation of portTable. */
const speeds = (mib: string): Implementation =>
  adminSpeeds(
    {
      speed: enumeration(
        `${mib}.1.2.1.1.4`,
        {
          1: 'Other',
          2: '10-Half',
          3: '10-Full',
          4: '100-Half',
          5: '100-Full',
          6: '1G-Half',
          7: '1G-Full',
          8: '10G-Full',
        },
        { unknown: 'Other' },
      ),
      negotiation: enumeration(`${mib}.1.2.1.1.7`, { 1: 'on', 2: 'off' }),
    },
    ({ speed, negotiation }) =>
      negotiation === 'on' ? 'Auto' : negotiation === null || speed === 'Other' ? null : speed,
  )

/**
 * Modules from the objects below the node of a series. All series have the same objects: processor, memory,
 * fans, thermometers (index: unit, sensor; °C), transceivers (portMediaInfoTable, by ifIndex) and their
 * measurements (portOpticalMonitoringInfoTable, by ifIndex; texts such as `-4.99 dBm normal`).
 */
export const own = (mib: string): readonly Implementation[] => {
  const [media, optical] = [`${mib}.1.2.10.1`, `${mib}.1.2.11.1`]
  return [
    ownSystem(mib),
    resources(mib),
    temperatureTable({ value: integer(`${mib}.1.1.11.1.3`) }, unitAnd('sensor')),
    opticalTable({
      temp: decimalText(`${optical}.2`),
      vcc: decimalText(`${optical}.3`, { unit: 'V' }),
      tx_bias: decimalText(`${optical}.4`, { unit: 'mA' }),
      tx_power: decimalText(`${optical}.5`, { unit: 'dBm' }),
      rx_power: decimalText(`${optical}.6`, { unit: 'dBm' }),
    }),
    mediaTable({
      connector_type: text(`${media}.2`),
      fiber_type: text(`${media}.3`),
      eth_compliance_codes: text(`${media}.4`),
      baud_rate: decimalText(`${media}.5`, { unit: 'MBd' }),
      vendor_name: text(`${media}.7`),
      part_number: text(`${media}.8`),
      serial_num: text(`${media}.10`),
    }),
    sfpDiagnostics(),
    cableDiagnostics(mib),
    speeds(mib),
  ]
}
