import { suite } from '@linecard/test-kit'
import { makers } from './makers.ts'
import { registrationPoints } from './points.ts'

/** Registration of ONUs on a living OLT of ZTE. */
const test = suite('registration: ZTE', { level: 'full' })

registrationPoints(test, makers.zte)
