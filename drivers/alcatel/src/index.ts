import { defineDriver } from '@linecard/driver-kit'
import { families } from './families.ts'
import { models } from './models.ts'

/** Alcatel-Lucent OmniStack and OmniSwitch, Nokia SR OS. */
export default defineDriver({ id: 'alcatel', vendor: 'Alcatel', api: 1, families, models })
