import { suite } from '@linecard/test-kit'
import { makers } from './makers.ts'
import { registrationPoints } from './points.ts'

/** Registration of ONTs on living OLTs of Huawei, with the examples. */
const test = suite('registration: Huawei', { level: 'full' })

registrationPoints(test, makers.huawei)
