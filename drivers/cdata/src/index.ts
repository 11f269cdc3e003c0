import { defineDriver } from '@linecard/driver-kit'
import { models } from './models.ts'

export default defineDriver({ id: 'cdata', vendor: 'C-Data', api: 1, models })
