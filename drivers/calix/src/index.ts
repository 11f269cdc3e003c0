import { defineDriver } from '@linecard/driver-kit'
import { models } from './models.ts'

export default defineDriver({ id: 'calix', vendor: 'Calix', api: 1, models })
