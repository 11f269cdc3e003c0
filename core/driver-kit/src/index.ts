export * from './define.ts'
export * from './errors.ts'
export * from './snmp.ts'
export * from './router-os.ts'
export * from './oid.ts'
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
export * from './table/index.ts'
export * from './codecs/index.ts'
export * from './cli/index.ts'
export * from './recording/index.ts'
export * from './modules/index.ts'
export { checkDriver, type Finding } from './check.ts'
export { explain, type Wrong } from './explain.ts'
export { validator, type ValidateOptions, type Validator } from './validate.ts'
export * from './builders/index.ts'
export * from './testing/index.ts'
