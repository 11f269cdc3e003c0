export type { Behaviour, PlainAnswer, PlainRequest } from './snmp/behaviour.ts'
export type { ConsoleBehaviour } from './console/behaviour.ts'
export type { ConsoleOptions, DeviceConsole } from './console/server.ts'
export { type Device, startDevice } from './device.ts'
export { loadRecording } from './device-agent.ts'
export type { DeviceOptions } from './device-options.ts'
export { type Clock, fakeClock, systemClock } from './simulated/clock.ts'
export type { CableEnd, SimulatedDevice, SimulatedOptions } from './simulated/base.ts'
export { type Cable, createCable } from './simulated/cable.ts'
export type { SwitchControl } from './simulated/switch-control.ts'
export type { Refusal } from './simulated/vlan-configuration.ts'
export type { SwitchModelName, SwitchVendor } from './simulated/models/index.ts'
export { type OltOptions, type OltVendorName, createOlt } from './olts/index.ts'
export type { OltEvent, OltEventName, ScriptedEvent } from './olt/event.ts'
export type { OltControl, RefusedOnu, SimulatedOlt } from './olt/olt.ts'
export type { Configuration } from './olt/configuration.ts'
export { runningConfiguration } from './running.ts'
export type { DropReason, Onu, OnuState, OnuStation, PonPort, Uni } from './olt/onu-state.ts'
export { historyOf, isOnline, onuOctets } from './olt/onu.ts'
export { stationsOf, uniIsUp, unisOf } from './olt/behind.ts'
export * from './olt/operations.ts'
export * from './olt/registrations.ts'
export { identOf, identText } from './olt/idents.ts'
export { type RouterOptions, type SimulatedRouter, createRouter } from './simulated/router.ts'
export type { Addressed, Subscriber } from './simulated/router-networks.ts'
export {
  type Port,
  adminUp,
  errors,
  inOctets,
  isUp,
  leadsOn,
  linkSpeed,
  outOctets,
} from './simulated/port.ts'
export type { Station } from './simulated/stations.ts'
export { type SimulatedSwitch, type SwitchOptions, createSwitch } from './simulated/switch.ts'
export {
  type ApiBehaviour,
  type ApiServer,
  type SimulatedRouterOs,
  type RouterOsDevice,
  type RouterOsOptions,
  createRouterOs,
  selfSigned,
  startRouterOs,
} from './router-os/index.ts'
export { type Mib, type MibObject, type View, computed, constant, createView, fixedMib } from './snmp/mib.ts'
export { recordMib } from './snmp/record.ts'
export { type Scene, type SceneDevice, readScene } from './scene/scene.ts'
export { type RunningScene, type SceneOptions, startScene } from './scene/start.ts'
export {
  type DeviceCopy,
  type NotCopied,
  type StoredAnswers,
  type StoredDevice,
  copiedMakers,
  copiedModules,
  copyOf,
} from './copy/index.ts'
export type { Engine, V3User } from './snmp/engine.ts'
export { hostKey } from './console/host-key.ts'
export { between, pick, random } from './random.ts'
