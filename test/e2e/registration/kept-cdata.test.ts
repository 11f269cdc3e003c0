import { suite } from '@linecard/test-kit'
import { keptBy } from './kept.ts'

/** What people have added to ONUs, through changes of registrations. */
const test = suite('registration: services stay, cdata', { level: 'full' })

keptBy(test, ['FD1208S', 'FD1608S'])
