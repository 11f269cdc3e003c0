import { defineDriver } from '@linecard/driver-kit'
import { mes, mesAricent } from './families/index.ts'
import { models } from './models.ts'

/** Eltex MES switches. */
export default defineDriver({ id: 'eltex', vendor: 'Eltex', api: 1, families: [mes, mesAricent], models })
