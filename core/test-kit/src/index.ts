export * as assert from 'uvu/assert'
export { suite, type Suite, type SuiteOptions } from './suite.ts'
export { until } from './until.ts'
export { growth } from './growth.ts'
