import { defineDriver } from '@linecard/driver-kit'
import { models } from './models.ts'

/** Raisecom ISCOM switches and RAX access routers. */
export default defineDriver({ id: 'raisecom', vendor: 'Raisecom', api: 1, models })
