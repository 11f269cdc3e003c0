import { suite } from '@linecard/test-kit'
import { makers } from './makers.ts'
import { registrationPoints } from './points.ts'

/** Registration of ONUs on a living C600, with the example: services are on virtual ports. */
const test = suite('registration: ZTE C600', { level: 'full' })

registrationPoints(test, makers.zteC600)
