import { defineDriver } from '@linecard/driver-kit'
import { models } from './models.ts'

export default defineDriver({ id: 'fiberhome', vendor: 'FiberHome', api: 1, models })
