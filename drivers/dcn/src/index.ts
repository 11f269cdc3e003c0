import { defineDriver } from '@linecard/driver-kit'
import { models } from './models.ts'

/** Digital China switches. */
export default defineDriver({ id: 'dcn', vendor: 'DCN', api: 1, models })
