import { suite } from '@linecard/test-kit'
import { makers } from './makers.ts'
import { registrationPoints } from './points.ts'

/** Registration of ONUs on living OLTs of C-Data, with the examples for them. */
const test = suite('registration: C-Data', { level: 'full' })

registrationPoints(test, makers.cdata)
