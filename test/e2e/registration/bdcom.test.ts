import { suite } from '@linecard/test-kit'
import { makers } from './makers.ts'
import { registrationPoints } from './points.ts'

/** Registration of ONUs on living OLTs of BDCOM, with the examples for them. */
const test = suite('registration: BDCOM', { level: 'full' })

registrationPoints(test, makers.bdcom)
