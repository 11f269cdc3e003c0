import { suite } from '@linecard/test-kit'
import { makers } from './makers.ts'
import { registrationPoints } from './points.ts'

/** Registration of ONUs on living OLTs of V-SOL, with the examples for them. */
const test = suite('registration: V-SOL', { timeoutMs: 300_000 })

registrationPoints(test, makers.vsol)
