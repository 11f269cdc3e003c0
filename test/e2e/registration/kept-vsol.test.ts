import { suite } from '@linecard/test-kit'
import { keptBy } from './kept.ts'

/** What people have added to ONUs, through changes of registrations. */
const test = suite('registration: services stay, vsol', { level: 'full' })

keptBy(test, ['V1600D8', 'V1600G1B'])
