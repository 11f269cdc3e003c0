import type { Olt } from '@linecard/driver-kit/onus'
import { epon } from './onus/epon.ts'
import { gpon, gponByConfig } from './onus/gpon.ts'
import { places } from './places.ts'

/** The first row of each tree tells whether the device has ONUs of that technology (one request each). */
export const olt: Olt = { places, trees: [[gpon, gponByConfig], [epon]] }
