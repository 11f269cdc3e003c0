import { defineDriver } from '@linecard/driver-kit'
import { switches } from './families/switch.ts'
import { models } from './models.ts'

/** Edge-Core ES and ECS switches. */
export default defineDriver({ id: 'edgecore', vendor: 'Edge-Core', api: 1, families: [switches], models })
