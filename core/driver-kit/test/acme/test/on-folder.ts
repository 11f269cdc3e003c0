/**
 * Runs the driver's tests on another folder of recordings: `on-folder.ts <URL of a test file beside
 * recordings/>`.
 */
import { testDriver } from '@linecard/driver-kit/testing'
import driver from '../src/index.ts'

await testDriver(driver, process.argv[2]!)
