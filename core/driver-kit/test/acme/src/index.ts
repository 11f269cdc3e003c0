import { defineDriver } from '@linecard/driver-kit'
import { a8, a24 } from './models.ts'
import { switches } from './families/switch.ts'

export default defineDriver({
  id: 'acme',
  vendor: 'Acme Networks',
  api: 1,
  families: [switches],
  models: [a8, a24],
})
