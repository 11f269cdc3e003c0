export { checkDriver } from './check.ts'
export type { Finding } from './finding.ts'
export type { Detection, DeviceIdentity, Probe } from './detection.ts'
export {
  buildIndex,
  isGenericPrefix,
  resolveModules,
  type DriverIndex,
  type KnownModel,
} from './driver-index.ts'
