import { suite } from '@linecard/test-kit'
import { makers } from './makers.ts'
import { silencePoints } from './silence.ts'

/** OLTs of Huawei that fall silent while an ONU is registered. */
const test = suite('registration: silence of Huawei', { level: 'full' })

silencePoints(test, makers.huawei)
