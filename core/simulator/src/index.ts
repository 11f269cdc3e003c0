export type { Behaviour, PlainAnswer, PlainRequest } from './behaviour.ts'
export type { ConsoleBehaviour } from './console/behaviour.ts'
export type { ConsoleOptions, DeviceConsole } from './console/server.ts'
export { type Device, type DeviceOptions, loadRecording, startDevice } from './device.ts'
export { type Clock, fakeClock, systemClock } from './living/clock.ts'
export type { Cable, LivingDevice, LivingOptions } from './living/device.ts'
export { type Link, createLink } from './living/link.ts'
export type { Refusal, SwitchControl } from './living/control.ts'
export type { SwitchModelName, SwitchVendor } from './living/models/index.ts'
export { type LivingOlt, type OltOptions, livingOlt } from './living/olt.ts'
export { type RouterOptions, livingRouter } from './living/router.ts'
export { type LivingSwitch, type SwitchOptions, livingSwitch } from './living/switch.ts'
export {
  type ApiBehaviour,
  type ApiServer,
  type LivingRouterOs,
  type RouterOsDevice,
  type RouterOsOptions,
  livingRouterOs,
  selfSigned,
  startRouterOs,
} from './router-os/index.ts'
export { type Mib, type MibObject, type View, computed, constant, createView, fixedMib } from './mib.ts'
export { recordMib } from './record.ts'
export {
  type RunningScene,
  type Scene,
  type SceneDevice,
  type SceneOptions,
  readScene,
  startScene,
} from './scene.ts'
export type { Engine, V3User } from './usm.ts'
export { hostKey } from './console/host-key.ts'
