import { integer, interfaceIndex, ip, mac, map, scaled, table, text } from '@linecard/driver-kit'

/** Enterprise number of MikroTik. The objects of MIKROTIK-MIB are below `.1.1`. */
export const mikrotik = '1.3.6.1.4.1.14988'
const mib = `${mikrotik}.1.1`

/**
 * mtxrSerialNumber; mtxrLicVersion, the version of RouterOS; mtxrFirmwareVersion, the version of SwOS on
 * SwOS devices.
 */
export const serialNumber = text(`${mib}.7.3.0`)
export const routerOsVersion = text(`${mib}.4.4.0`)
export const swOsVersion = text(`${mib}.7.4.0`)

/** mtxrHlTemperature and mtxrHlProcessorTemperature, tenths of °C, for devices without gauges. */
export const health = table({
  board: scaled(`${mib}.3.10.0`, { by: 0.1, none: [0] }),
  cpu: scaled(`${mib}.3.11.0`, { by: 0.1, none: [0] }),
})
/**
 * mtxrGaugeTable. Unit 1 is °C, unit 2 is revolutions per minute. SwOS has only the values, and adds `.0`
 * to the index.
 */
export const gauges = table({
  name: text(`${mib}.3.100.1.2`),
  value: integer(`${mib}.3.100.1.3`),
  unit: integer(`${mib}.3.100.1.4`),
})

/** A signed number of 16 or 32 bits in a Gauge32. −128 °C and 0 °C mean an empty slot. */
const celsius = (raw: number): number | null => {
  const signed = raw >= 2 ** 31 ? raw - 2 ** 32 : raw >= 2 ** 15 ? raw - 2 ** 16 : raw
  return signed === 0 || signed <= -128 ? null : signed
}
const optical = `${mib}.19.1.1`
/** mtxrOpticalTable by ifIndex: hundredths of a nm, °C, mV, mA, thousandths of dBm. 0 means "no value". */
export const optics = {
  temp: map(integer(`${optical}.6`), celsius),
  vcc: scaled(`${optical}.7`, { by: 0.001, none: [0] }),
  tx_bias: integer(`${optical}.8`, { none: [0] }),
  tx_power: scaled(`${optical}.9`, { by: 0.001, none: [0] }),
  rx_power: scaled(`${optical}.10`, { by: 0.001, none: [0] }),
  _wavelength: scaled(`${optical}.5`, { by: 0.01, none: [0], min: 600, max: 1700 }),
}
/** mtxrOpticalVendorName and mtxrOpticalVendorSerial. */
export const media = { vendor_name: text(`${optical}.11`), serial_num: text(`${optical}.12`) }

/**
 * mtxrNeighborTable: neighbours by MNDP, CDP and LLDP, and the ifIndex of the own interface. Index: the same
 * number as lldpRemIndex.
 */
export const neighbours = table({
  address: ip(`${mib}.11.1.1.2`),
  mac: mac(`${mib}.11.1.1.3`),
  version: text(`${mib}.11.1.1.4`),
  platform: text(`${mib}.11.1.1.5`),
  identity: text(`${mib}.11.1.1.6`),
  ifIndex: interfaceIndex(`${mib}.11.1.1.8`),
})
