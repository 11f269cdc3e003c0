import { enumeration, integer, interfaceIndex, scaled, table, text } from '@linecard/driver-kit'
import { portListAt } from '@linecard/driver-kit/builders'

/** Huawei's products and MIBs. */
export const huawei = '1.3.6.1.4.1.2011'
const extent = `${huawei}.5.25.31.1.1`
const [state, optical, fan] = [`${extent}.1.1`, `${extent}.3.1`, `${extent}.10.1`]
const l2if = `${huawei}.5.25.42.1.1.1`
const none = [0, -255, 2147483647]

/**
 * hwEntityStateTable of HUAWEI-ENTITY-EXTENT-MIB: percent, percent, octets, °C. 0 for parts that measure
 * nothing. Index: entPhysicalIndex.
 */
export const boards = table({
  cpu: integer(`${state}.5`, { none }),
  memory: integer(`${state}.7`, { none }),
  size: integer(`${state}.9`, { none: [0] }),
  sizeMega: integer(`${state}.19`, { none: [0] }),
  temperature: integer(`${state}.11`, { none }),
})

/**
 * hwEntityTempValue of hwTemperatureThresholdTable: boards with several thermometers, °C. Index: slot, I2C
 * bus, address, channel.
 */
export const thermometers = table({ value: integer(`${extent}.8.1.6`, { none: [-255, 2147483647] }) })

/** hwFanStatusTable. The speed is a percentage of the highest speed, not revolutions. Index: slot, fan. */
export const fans = table({
  present: enumeration(`${fan}.6`, { 1: 'yes', 2: 'no' }, { unknown: 'unknown' }),
  state: enumeration(`${fan}.7`, { 1: 'Normal', 2: 'Failed' }, { unknown: 'Unknown' }),
  name: text(`${fan}.8`),
})

/**
 * hwOpticalModuleInfoTable: °C, mV, µA. The unit of the powers differs between firmware: see
 * optical-units.ts. −255 and −1 mean "not measured". Index: entPhysicalIndex.
 */
export const optics = table({
  temp: integer(`${optical}.5`, { none: [-255, -1, 2147483647] }),
  vcc: scaled(`${optical}.6`, { by: 0.001, none: [0, -1, 2147483647] }),
  tx_bias: scaled(`${optical}.7`, { by: 0.001, none: [0, -1, 2147483647] }),
  rx: integer(`${optical}.8`, { none: [-1, 2147483647] }),
  tx: integer(`${optical}.9`, { none: [-1, 2147483647] }),
  biasLanes: text(`${optical}.31`),
  rxLanes: text(`${optical}.32`),
  txLanes: text(`${optical}.33`),
})

/** The same table: facts of the plugged module. */
export const media = table({
  fiber: enumeration(
    `${optical}.1`,
    { 2: 'single mode', 3: 'multi mode', 4: 'multi mode' },
    { unknown: 'unknown' },
  ),
  _wave_length: integer(`${optical}.2`, { none: [0, -1] }),
  serial_num: text(`${optical}.4`),
  vendor_name: text(`${optical}.24`),
  part_number: text(`${optical}.25`),
  eth_compliance_codes: text(`${optical}.42`),
  connector_type: text(`${optical}.43`),
})

/**
 * hwDynFdbPort and hwCfgFdbPort of HUAWEI-L2MAM-MIB: ifIndex of learnt and of configured entries; 0 for a
 * black hole. Index: MAC address, VLAN id, VSI name.
 */
export const dynamicFdb = table({ ifIndex: interfaceIndex(`${huawei}.5.25.42.2.1.3.1.4`) })
export const configuredFdb = table({ ifIndex: interfaceIndex(`${huawei}.5.25.42.2.1.2.1.4`) })

/** hwL2VlanDescr of HUAWEI-L2VLAN-MIB. Index: VLAN id. */
export const l2Vlans = table({
  name: text(`${huawei}.5.25.42.3.1.1.1.1.2`),
  type: integer(`${huawei}.5.25.42.3.1.1.1.1.4`),
})
/** hwL2IfTable of HUAWEI-L2IF-MIB. Index: number of the layer 2 port. */
export const l2Ports = table({
  ifIndex: interfaceIndex(`${l2if}.3.1.2`),
  pvid: integer(`${l2if}.3.1.4`, { none: [0] }),
})
/**
 * hwL2IfTrunkPortTable and hwL2IfHybridPortTable, by the same index: VLANs 0 to 2047 and 2048 to 4095, one
 * bit for each VLAN. A port that is in neither table is an access port.
 */
export const trunkPorts = table({ low: portListAt(`${l2if}.10.1.2`), high: portListAt(`${l2if}.10.1.3`) })
export const hybridPorts = table({
  low: portListAt(`${l2if}.9.1.2`),
  high: portListAt(`${l2if}.9.1.3`),
  bareLow: portListAt(`${l2if}.9.1.4`),
  bareHigh: portListAt(`${l2if}.9.1.5`),
})
