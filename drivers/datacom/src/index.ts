import { defineDriver } from '@linecard/driver-kit'
import { models } from './models.ts'

export default defineDriver({ id: 'datacom', vendor: 'Datacom', api: 1, models })
