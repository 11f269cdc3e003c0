export {
  fitting,
  isOnu,
  onuPlace,
  samePort,
  type NamedPlace,
  type OnuPlace,
  type Place,
  type PlaceIndex,
  type Places,
  type PortPlace,
  type Technology,
} from './places.ts'
export type {
  NameColumns,
  Olt,
  OnuFinder,
  OnuTable,
  OnuTree,
  OnuTrees,
  OpticalField,
  OpticalTable,
  SerialColumns,
  StateColumns,
  StateWords,
  TimeColumns,
  VendorField,
} from './tree.ts'
export { indexOf, layoutsOf, placeAt } from './layouts.ts'
export { readOnus, readPlaces, type OnuRow } from './rows.ts'
export { usedTrees } from './used-trees.ts'
export { interfaceModules, isEpon, onusFor } from './interfaces.ts'
export { findInterface } from './one-interface.ts'
export { forPorts } from './for-ports.ts'
export { freeNumbers, freeOf, type FreeNumbers } from './free-numbers.ts'
export { statusModule, statusOf, wordOf, type OnuState } from './status.ts'
export { opticalModule } from './optical.ts'
export { reasonsModule } from './reasons.ts'
export { identityModules, serialFields } from './identity.ts'
export { blockOf, descriptionModule } from './descriptions.ts'
export { counterModules, ifRowCounters, type OnuCounters } from './counters.ts'
export { readUnis, uniModule, uniStatus, type Uni, type UniTable } from './uni.ts'
export { unregisteredModule, waitingTable, type Waiting, type WaitingFacts } from './unregistered.ts'
export { oltMibs } from './standard.ts'
export { serialKey, serialOfKey } from './serial-key.ts'
export { dottedIndex, placeOfSlotKey, ponShape, slotKey, slotPlaces, type SlotNames } from './slot-places.ts'
export { ponPortModules, type Capacity } from './pon-ports.ts'
export { onuModules } from './modules.ts'
export { onuControl, type OnuAct, type OnuControl } from './control.ts'
export { portBounce, portReset, type PortBounce } from './port-reset.ts'
export { targetOf, type OnuTarget } from './target.ts'
