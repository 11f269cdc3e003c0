import { defineDriver } from '@linecard/driver-kit'
import { models } from './models.ts'

export default defineDriver({ id: 'zte', vendor: 'ZTE', api: 1, models })
