import { defineDriver } from '@linecard/driver-kit'
import { models } from './models.ts'

export default defineDriver({ id: 'vsol', vendor: 'V-SOL', api: 1, models })
