import { suite } from '@linecard/test-kit'
import { keptBy } from './kept.ts'

/** What people have added to ONUs, through changes of registrations. */
const test = suite('registration: services stay, huawei', { level: 'full' })

keptBy(test, ['MA5800', 'MA5680T, EPON'])
