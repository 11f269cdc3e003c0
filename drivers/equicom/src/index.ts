import { defineDriver } from '@linecard/driver-kit'
import { families } from './families.ts'
import { models } from './models.ts'

/** Equicom Ping3 sensor units. */
export default defineDriver({ id: 'equicom', vendor: 'Equicom', api: 1, families, models })
