import { defineDriver } from '@linecard/driver-kit'
import { models } from './models.ts'

/** Edge-Core ES and ECS switches. */
export default defineDriver({ id: 'edgecore', vendor: 'Edge-Core', api: 1, models })
