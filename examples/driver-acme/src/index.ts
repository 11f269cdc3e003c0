import { defineDriver } from '@linecard/driver-kit'
import { models } from './models.ts'

export default defineDriver({ id: 'acme', vendor: 'Acme Networks', api: 1, models })
