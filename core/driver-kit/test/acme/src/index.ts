import { defineDriver } from '@linecard/driver-kit'
import { a8, a24 } from './models.ts'

export default defineDriver({ id: 'acme', vendor: 'Acme Networks', api: 1, models: [a8, a24] })
