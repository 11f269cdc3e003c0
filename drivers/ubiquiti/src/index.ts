import { defineDriver } from '@linecard/driver-kit'
import { models } from './models.ts'

/** Ubiquiti EdgeSwitch, UniFi switches and EdgeRouter. */
export default defineDriver({ id: 'ubiquiti', vendor: 'Ubiquiti', api: 1, models })
