import { defineDriver } from '@linecard/driver-kit'
import { models } from './models.ts'

/** TP-Link switches: JetStream and Omada, Smart and older series. Other devices by the standard MIBs. */
export default defineDriver({ id: 'tplink', vendor: 'TP-Link', api: 1, models })
