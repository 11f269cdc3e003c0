import { defineDriver } from '@linecard/driver-kit'
import { families } from './families.ts'
import { models } from './models.ts'

/** Digital China switches. */
export default defineDriver({ id: 'dcn', vendor: 'DCN', api: 1, families, models })
