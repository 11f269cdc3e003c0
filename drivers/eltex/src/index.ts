import { defineDriver } from '@linecard/driver-kit'
import { models } from './models.ts'

/** Eltex MES switches; LTP access nodes and ESR routers by the standard MIBs. */
export default defineDriver({ id: 'eltex', vendor: 'Eltex', api: 1, models })
