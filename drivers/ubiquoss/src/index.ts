import { defineDriver } from '@linecard/driver-kit'
import { models } from './models.ts'

export default defineDriver({ id: 'ubiquoss', vendor: 'Ubiquoss', api: 1, models })
