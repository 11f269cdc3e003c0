import { defineDriver } from '@linecard/driver-kit'
import { models } from './models.ts'

export default defineDriver({ id: 'bdcom', vendor: 'BDCOM', api: 1, models })
