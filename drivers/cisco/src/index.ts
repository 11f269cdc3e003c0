import { defineDriver } from '@linecard/driver-kit'
import { models } from './models/index.ts'

/** Cisco switches and routers: IOS and IOS-XE, NX-OS, IOS-XR, and the small business series. */
export default defineDriver({ id: 'cisco', vendor: 'Cisco', api: 1, models })
