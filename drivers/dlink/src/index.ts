import { defineDriver } from '@linecard/driver-kit'
import { models } from './models/index.ts'

/** D-Link DES and DGS switches. */
export default defineDriver({ id: 'dlink', vendor: 'D-Link', api: 1, models })
