import { defineDriver } from '@linecard/driver-kit'
import { models } from './models.ts'

/** Alcatel-Lucent OmniStack and OmniSwitch, Nokia SR OS. */
export default defineDriver({ id: 'alcatel', vendor: 'Alcatel', api: 1, models })
