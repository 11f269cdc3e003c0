import { suite } from '@linecard/test-kit'
import { makers } from './makers.ts'
import { registrationPoints } from './points.ts'

/** Registration of ONUs on living OLTs of V-SOL, with the examples for them. */
const test = suite('registration: V-SOL', { level: 'full' })

registrationPoints(test, makers.vsol)
