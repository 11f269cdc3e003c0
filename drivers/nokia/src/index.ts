import { defineDriver } from '@linecard/driver-kit'
import { models } from './models.ts'

export default defineDriver({ id: 'nokia', vendor: 'Nokia', api: 1, models })
