import { suite } from '@linecard/test-kit'
import { keptBy } from './kept.ts'

/** What people have added to ONUs, through changes of registrations. */
const test = suite('registration: services stay, bdcom', { level: 'full' })

keptBy(test, ['P3310C', 'GP3600-08'])
