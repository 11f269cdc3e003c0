import { defineDriver } from '@linecard/driver-kit'
import { families } from './families.ts'
import { models } from './models.ts'

/** SNR switches of NAG. */
export default defineDriver({ id: 'snr', vendor: 'SNR', api: 1, families, models })
