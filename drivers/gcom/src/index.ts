import { defineDriver } from '@linecard/driver-kit'
import { models } from './models.ts'

export default defineDriver({ id: 'gcom', vendor: 'GCOM', api: 1, models })
