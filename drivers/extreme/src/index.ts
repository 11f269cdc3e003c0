import { defineDriver } from '@linecard/driver-kit'
import { models } from './models.ts'

/**
 * Extreme switches: ExtremeXOS, and VOSS (Fabric Engine), which Avaya developed. Enterasys with the standard
 * MIBs.
 */
export default defineDriver({ id: 'extreme', vendor: 'Extreme Networks', api: 1, models })
