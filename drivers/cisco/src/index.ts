import { defineDriver } from '@linecard/driver-kit'
import { families } from './families/index.ts'
import { models } from './models/index.ts'

/** Cisco switches and routers: IOS and IOS-XE, NX-OS, IOS-XR, and the small business series. */
export default defineDriver({ id: 'cisco', vendor: 'Cisco', api: 1, families, models })
