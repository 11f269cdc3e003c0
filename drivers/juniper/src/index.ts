import { defineDriver } from '@linecard/driver-kit'
import { models } from './models.ts'

/** Juniper switches, routers and firewalls with Junos; E series by the standard MIBs. */
export default defineDriver({ id: 'juniper', vendor: 'Juniper', api: 1, models })
