export { checkDriver } from './check.ts'
export type { Finding } from './finding.ts'
export {
  buildIndex,
  isGenericPrefix,
  resolveModules,
  type Detection,
  type DriverIndex,
  type Identity,
  type KnownModel,
  type Probe,
} from './detect.ts'
