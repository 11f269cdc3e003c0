import { defineDriver } from '@linecard/driver-kit'
import { models } from './models.ts'

/** FS.COM switches from several makers. */
export default defineDriver({ id: 'fs', vendor: 'FS', api: 1, models })
