import { defineDriver } from '@linecard/driver-kit'
import { eos } from './families/eos.ts'
import { models } from './models.ts'

/** Arista switches with EOS. */
export default defineDriver({ id: 'arista', vendor: 'Arista', api: 1, families: [eos], models })
