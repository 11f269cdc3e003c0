import { defineDriver } from '@linecard/driver-kit'
import { models } from './models.ts'

/** MikroTik routers and switches: RouterOS and SwOS. */
export default defineDriver({ id: 'mikrotik', vendor: 'MikroTik', api: 1, models })
