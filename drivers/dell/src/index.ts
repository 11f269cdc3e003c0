import { defineDriver } from '@linecard/driver-kit'
import { models } from './models.ts'

/** Dell PowerConnect, N series, Networking OS 9 and OS10. */
export default defineDriver({ id: 'dell', vendor: 'Dell', api: 1, models })
