import { suite } from '@linecard/test-kit'
import { makers } from './makers.ts'
import { silencePoints } from './silence.ts'

/** OLTs of ZTE that fall silent while an ONU is registered. */
const test = suite('registration: silence of ZTE', { level: 'full' })

silencePoints(test, [...makers.zte, ...makers.zteC600])
