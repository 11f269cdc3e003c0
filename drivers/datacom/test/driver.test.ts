import { testDriver } from '@linecard/driver-kit/testing'
import driver from '../src/index.ts'

await testDriver(driver, import.meta.url)
