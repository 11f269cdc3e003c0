import { defineDriver } from '@linecard/driver-kit'
import { models } from './models.ts'

/** SNR switches of NAG. */
export default defineDriver({ id: 'snr', vendor: 'SNR', api: 1, models })
