import { enumeration, integer, map, table, text } from '@linecard/driver-kit'

const mib = (number: string): string => `1.3.6.1.4.1.2636.3.${number}`

/**
 * JUNIPER-MIB jnxOperatingTable. Temperature in °C, 0 means "no value"; loads in percent; memory in
 * megabytes. Index: container, three levels.
 */
export const operating = table({
  descr: text(mib('1.13.1.5')),
  state: enumeration(
    mib('1.13.1.6'),
    { 1: 'Unknown', 2: 'Normal', 3: 'Normal', 4: 'Stop', 5: 'Normal', 6: 'Failed', 7: 'Stop' },
    { unknown: 'Unknown' },
  ),
  temp: integer(mib('1.13.1.7'), { none: [0] }),
  cpu: integer(mib('1.13.1.8')),
  memory: integer(mib('1.13.1.11'), { none: [0] }),
  memoryMb: integer(mib('1.13.1.15'), { none: [0] }),
})
/** Containers of jnxOperatingTable. */
export const container = { fan: '4', board: '7', routingEngine: '9' } as const
/** JUNIPER-SRX5000-SPU-MONITORING-MIB jnxJsSPUMonitoringObjectsTable, percent. Index: number of the unit. */
export const spus = table({
  fpc: integer(mib('39.1.12.1.1.1.2')),
  cpu: integer(mib('39.1.12.1.1.1.4')),
  memory: integer(mib('39.1.12.1.1.1.5')),
  node: text(mib('39.1.12.1.1.1.11')),
})

/** jnxBoxSerialNo. */
export const serialNumber = text(`${mib('1.3')}.0`)

/**
 * JUNIPER-L2ALD-MIB jnxL2aldVlanTable (Junos with the newer layer 2): VLAN id and FDB id. Index: internal
 * number of the VLAN.
 */
export const l2aldVlans = table({
  name: text(mib('48.1.3.1.1.2')),
  tag: integer(mib('48.1.3.1.1.3')),
  fdbId: integer(mib('48.1.3.1.1.5')),
})
/** JUNIPER-VLAN-MIB jnxExVlanTable (older EX and SRX): its index is the FDB id. */
export const exVlans = table({ name: text(mib('40.1.5.1.5.1.2')), tag: integer(mib('40.1.5.1.5.1.5')) })

/** jnxExVlanPortTagness of jnxExVlanPortGroupTable. Index: FDB id of the VLAN, bridge port. */
export const exVlanPorts = table({
  tagness: enumeration(mib('40.1.5.1.7.1.4'), { 1: 'tagged', 2: 'untagged' }),
})

/** A number. 0 means "not measured". */
const measured = (oid: string, by: number) => map(integer(oid, { none: [0] }), value => value / by)
/**
 * JUNIPER-DOM-MIB jnxDomCurrentTable: 0.01 dBm, µA, °C, mV. A port without transceiver has zeros. Index:
 * ifIndex.
 */
export const dom = table({
  rx_power: measured(mib('60.1.1.1.1.5'), 100),
  tx_bias: measured(mib('60.1.1.1.1.6'), 1000),
  tx_power: measured(mib('60.1.1.1.1.7'), 100),
  temp: measured(mib('60.1.1.1.1.8'), 1),
  vcc: measured(mib('60.1.1.1.1.25'), 1000),
})
/** jnxDomCurrentLaneTable, in the same units. Index: ifIndex, lane from 0. */
export const domLanes = table({
  rx_power: measured(mib('60.1.2.1.1.6'), 100),
  tx_bias: measured(mib('60.1.2.1.1.7'), 1000),
  tx_power: measured(mib('60.1.2.1.1.8'), 100),
})
