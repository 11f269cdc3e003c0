import { defineDriver } from '@linecard/driver-kit'
import { models } from './models.ts'

/** Arista switches with EOS. */
export default defineDriver({ id: 'arista', vendor: 'Arista', api: 1, models })
