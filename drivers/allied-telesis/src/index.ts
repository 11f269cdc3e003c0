import { defineDriver } from '@linecard/driver-kit'
import { models } from './models.ts'

/** Allied Telesis switches. */
export default defineDriver({ id: 'allied-telesis', vendor: 'Allied Telesis', api: 1, models })
