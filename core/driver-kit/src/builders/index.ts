export { durationText, sinceTicks, ticksWrapSec } from './duration.ts'
export { readDuplex, type Duplex } from './ether-like.ts'
export { ifCounterModules } from './if-counters.ts'
export { adminSpeeds, radlanAdminSpeeds } from './admin-speed.ts'
export { ifLinkModules, ofKind, speedMbps, type LinkOptions } from './if-links.ts'
export {
  ifAlias,
  ifCounters32,
  ifCounters64,
  ifErrors,
  ifIdentity,
  ifState,
  sysUpTime,
  textOrEmpty,
} from './if-mib.ts'
export { ifTable, readIfTable, type IfRow, type IfTableOptions } from './if-table.ts'
export { ifTypeNumber } from './if-type-names.ts'
export { ifTypes, interfaceType, nwayStatus, speedWord } from './if-types.ts'
export {
  byIfIndex,
  filterInterfaces,
  interfacesFor,
  meantInterface,
  provenInterface,
  resolveInterface,
  rowsByIfIndex,
  type InterfaceArg,
} from './interfaces.ts'
export { standardMibs, switchMibs } from './standard.ts'
export { systemInfo, uptimeSeconds, type SystemFacts, type SystemOptions } from './system-info.ts'
export { bridgeFdb, readBridgeFdb } from './bridge-fdb.ts'
export { bridgePortOf, readBridgePorts, type BridgePortOptions, type BridgePorts } from './bridge-ports.ts'
export { fdbRow, fdbStatusWords, filterFdb, reportPortless, type FdbArgs, type FdbRow } from './fdb-rows.ts'
export { hostResources, storeOf, type HostResourcesOptions } from './host-resources.ts'
export { meanOf, percent } from './percent.ts'
export { lldp, type LldpOptions } from './lldp.ts'
export { lldpV2 } from './lldp-v2.ts'
export { chassisKind, lldpId, lldpIds, portKind, type LldpIds } from './lldp-ids.ts'
export { cdp, edp, fdp, isdp, withNeighbours, type NeighbourTable } from './neighbours.ts'
export { fdbTable, qBridgeFdb, readQBridgeFdb, vlanOfFdb, type QBridgeFdbOptions } from './q-bridge-fdb.ts'
export { membersBy, portListAt, vlansOfLists, type Members, type QBridgeVlanOptions } from './port-lists.ts'
export { qBridgeVlans, readVlans } from './q-bridge-vlans.ts'
export { pivotVlans, vlansByPortOf } from './vlans-by-port.ts'
export { vlansWithMembers, type VlanMember } from './vlan-members.ts'
export { rmonStats } from './rmon-stats.ts'
export { bgp4 } from './bgp4.ts'
export { entityInventory, sfpDiagnostics } from './entity-inventory.ts'
export { withFans, type FanColumns } from './fans.ts'
export { darkDbm } from './optical-power.ts'
export { opticalKinds, type OpticalKinds } from './optical-kinds.ts'
export {
  PhysicalClass,
  readEntities,
  realText,
  type Entities,
  type Entity,
  type EntityOptions,
} from './entity.ts'
export { placeFinder } from './entity-labels.ts'
export { entitySensors } from './entity-sensors.ts'
export type { EntitySensorOptions } from './entity-optics.ts'
export { maskOf, prefixLengthOf, readAddresses, type OwnAddress } from './ip-addresses.ts'
export { ipMib, networkOf, readGateway } from './ip-mib.ts'
export { ipNeighbours, readNeighbours, vlanOfInterface, type ArpRow } from './ip-neighbours.ts'
export {
  dbmOfWatts,
  readSensors,
  sensorValue,
  type Sensor,
  type SensorKind,
  type SensorOptions,
} from './sensors.ts'
export { mediaTable, type MediaColumns } from './media-table.ts'
export { opticalTable, type OpticalColumns } from './optical-table.ts'
export { ownResources, type ResourceColumns } from './own-resources.ts'
export { numbered, temperaturesOf, temperatureTable, type Temperature } from './temperatures.ts'
export { radlanFacts, radlanResources, radlanTemperatures, type RadlanOptions } from './radlan.ts'
export { radlanMedia, radlanOptics } from './radlan-optics.ts'
export { fastPath } from './fast-path.ts'
export { digitalChina } from './platforms.ts'
export { sonicMibs } from './sonic.ts'
export * from './control/index.ts'
export { entityBoards, type BoardColumns } from './entity-boards.ts'
export {
  bindKeyOfName,
  canonicalPort,
  fromConsole,
  portFinder,
  typeOfName,
  type ConsoleWays,
  type FromConsole,
  type PortFinder,
  type Shown,
  type Way,
} from './console/index.ts'
export { radlanConsole } from './console/radlan.ts'
