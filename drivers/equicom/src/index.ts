import { defineDriver } from '@linecard/driver-kit'
import { models } from './models.ts'

/** Equicom Ping3 sensor units. */
export default defineDriver({ id: 'equicom', vendor: 'Equicom', api: 1, models })
