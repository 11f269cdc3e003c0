import { decimalText, integer, text } from '@linecard/driver-kit'

export const dell = '1.3.6.1.4.1.674'
export const force10 = '1.3.6.1.4.1.6027'

/** productIdentification of Dell-Vendor-MIB: version and service tag of the first unit. */
export const powerConnectFacts = {
  board_software_ver: text(`${dell}.10895.3000.1.2.100.4.0`),
  serial_num: text(`${dell}.10895.3000.1.2.100.8.1.2.1`),
}

const chassis = `${force10}.3.26.1`
/** dellNetCpuUtilTable of DELL-NETWORKING-CHASSIS-MIB, in percent. */
export const load = {
  cpu: {
    sec5: integer(`${chassis}.4.4.1.1`),
    min1: integer(`${chassis}.4.4.1.4`),
    min5: integer(`${chassis}.4.4.1.5`),
  },
  memory: { util: integer(`${chassis}.4.4.1.6`) },
  /** Index: kind of device (2 is a unit of a stack), its number, processor. */
  member: (index: string) => {
    const [kind, number, processor] = index.split('.')
    return `${kind === '2' ? 'Unit' : 'Card'} ${number}${processor === '1' ? '' : ` processor ${processor}`}`
  },
}
/** dellNetStackUnitTemp in °C, and dellNetStackUnitCodeVersion of the first unit. */
export const unitTemperature = { value: integer(`${chassis}.3.4.1.13`) }
export const codeVersion = text(`${chassis}.3.4.1.10.1`)

const optic = `${force10}.3.11.1.3.1.1`
const value = (column: number) => decimalText(`${optic}.${column}`)
/**
 * dellNetIfTransTable. Index: ifIndex. All values are texts in °C, V, mA and dBm. Sent power, received power
 * and laser current have four lanes each.
 */
export const optics = {
  temp: value(16),
  vcc: value(17),
  lanes: [0, 1, 2, 3].map(lane => ({
    tx_power: value(8 + lane),
    rx_power: value(12 + lane),
    tx_bias: value(18 + lane),
  })),
}
export const media = {
  eth_compliance_codes: text(`${optic}.4`),
  vendor_name: text(`${optic}.5`),
  part_number: text(`${optic}.6`),
  serial_num: text(`${optic}.7`),
}

/** os10ChassisTemp and os10CardTemp, in °C. */
export const os10Sensors = {
  chassis: integer(`${dell}.11000.5000.100.4.1.1.3.1.11`),
  card: integer(`${dell}.11000.5000.100.4.1.1.4.1.5`),
}
