import { enumeration, integer, table, text } from '@linecard/driver-kit'
import { portListAt } from '@linecard/driver-kit/builders'

/** Node ciscoMgmt. */
const mgmt = (number: string): string => `1.3.6.1.4.1.9.9.${number}`

/** entSensorValueTable of CISCO-ENTITY-SENSOR-MIB. It has the columns of ENTITY-SENSOR-MIB. */
export const sensorEntry = mgmt('91.1.1.1.1')

/**
 * cpmCPUTotalTable of CISCO-PROCESS-MIB: load in percent, memory in kilobytes. The Rev columns have the same
 * values as Gauge32. Index: processor.
 */
export const processors = table({
  physical: integer(mgmt('109.1.1.1.1.2'), { none: [0] }),
  sec5: integer(mgmt('109.1.1.1.1.3')),
  min1: integer(mgmt('109.1.1.1.1.4')),
  min5: integer(mgmt('109.1.1.1.1.5')),
  sec5Rev: integer(mgmt('109.1.1.1.1.6')),
  min1Rev: integer(mgmt('109.1.1.1.1.7')),
  min5Rev: integer(mgmt('109.1.1.1.1.8')),
  usedKb: integer(mgmt('109.1.1.1.1.12')),
  freeKb: integer(mgmt('109.1.1.1.1.13')),
})
/** OLD-CISCO-CPU-MIB: busyPer, avgBusy1, avgBusy5. */
export const oldLoad = table({
  sec5: integer('1.3.6.1.4.1.9.2.1.56.0'),
  min1: integer('1.3.6.1.4.1.9.2.1.57.0'),
  min5: integer('1.3.6.1.4.1.9.2.1.58.0'),
})

/**
 * ciscoMemoryPoolTable of CISCO-MEMORY-POOL-MIB, in octets. Index: memory pool; 1 is the pool of the
 * processor.
 */
export const pools = table({ used: integer(mgmt('48.1.1.1.5')), free: integer(mgmt('48.1.1.1.6')) })
/**
 * cempMemPoolTable of CISCO-ENHANCED-MEMPOOL-MIB, in octets. The HC columns have values above 32 bits. Type 2
 * is processor memory. Index: entPhysicalIndex, pool.
 */
export const enhancedPools = table({
  type: integer(mgmt('221.1.1.1.1.2')),
  used: integer(mgmt('221.1.1.1.1.7')),
  free: integer(mgmt('221.1.1.1.1.8')),
  usedHc: integer(mgmt('221.1.1.1.1.18')),
  freeHc: integer(mgmt('221.1.1.1.1.20')),
})

/**
 * CISCO-ENVMON-MIB. CiscoEnvMonState: 1 normal, 2 warning, 3 critical, 4 shutdown, 5 notPresent, 6
 * notFunctioning.
 */
export const envTemperatures = table({
  name: text(mgmt('13.1.3.1.2')),
  value: integer(mgmt('13.1.3.1.3')),
  state: integer(mgmt('13.1.3.1.6')),
})
/** entPhysicalName (ENTITY-MIB). */
export const entityNames = table({ name: text('1.3.6.1.2.1.47.1.1.1.1.7') })
export const envFans = table({
  name: text(mgmt('13.1.4.1.2')),
  status: enumeration(
    mgmt('13.1.4.1.3'),
    { 1: 'Normal', 2: 'Normal', 3: 'Failed', 4: 'Stop', 5: 'Unused', 6: 'Failed' },
    { unknown: 'Unknown' },
  ),
})
/** cefcFanTrayOperStatus of CISCO-ENTITY-FRU-CONTROL-MIB. Index: entPhysicalIndex. */
export const fanTrays = table({
  status: enumeration(
    mgmt('117.1.4.1.1.1'),
    { 1: 'Unknown', 2: 'Normal', 3: 'Failed', 4: 'Normal' },
    { unknown: 'Unknown' },
  ),
})

/**
 * vtpVlanTable of CISCO-VTP-MIB. Type 1 is Ethernet. The other types are FDDI and Token Ring; every switch
 * lists them. Index: VTP domain, VLAN id.
 */
export const vtpVlans = table({
  state: integer(mgmt('46.1.3.1.1.2')),
  type: integer(mgmt('46.1.3.1.1.3')),
  name: text(mgmt('46.1.3.1.1.4')),
})
/**
 * vlanTrunkPortTable. The highest bit of the first octet of `vlans0` is VLAN 0. The other columns begin at
 * VLAN 1024, 2048 and 3072. Index: ifIndex.
 */
export const trunks = table({
  vlans0: portListAt(mgmt('46.1.6.1.1.4')),
  vlans1: portListAt(mgmt('46.1.6.1.1.17')),
  vlans2: portListAt(mgmt('46.1.6.1.1.18')),
  vlans3: portListAt(mgmt('46.1.6.1.1.19')),
  native: integer(mgmt('46.1.6.1.1.5'), { none: [0] }),
  status: enumeration(mgmt('46.1.6.1.1.14'), { 1: 'trunking', 2: 'not' }),
})
/** vmVlan of CISCO-VLAN-MEMBERSHIP-MIB: the VLAN of a port that is not a trunk. Index: ifIndex. */
export const access = table({ vlan: integer(mgmt('68.1.2.2.1.2'), { none: [0] }) })
