import { defineDriver } from '@linecard/driver-kit'
import { junos } from './families/junos.ts'
import { models } from './models.ts'

/** Juniper switches, routers and firewalls with Junos. */
export default defineDriver({ id: 'juniper', vendor: 'Juniper', api: 1, families: [junos], models })
