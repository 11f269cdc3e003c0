import type { Olt } from '@linecard/driver-kit/onus'
import { onuV3 } from '../indexes.ts'
import { eponLight, eponTree } from '../onus/epon.ts'
import { gponLight, gponTree } from '../onus/gpon.ts'
import { provenByLight } from '../onus/light.ts'
import { placesV3 } from '../places/v3.ts'

export const gponIndex = provenByLight(gponLight, onuV3)
export const eponIndex = provenByLight(eponLight, onuV3)

/**
 * OLTs of firmware 3. The tables that have rows tell GPON from EPON, whatever the model was taken for: some
 * agents do not have the objects that tell the series.
 */
export const oltV3: Olt = { places: placesV3, trees: [[gponTree(gponIndex)], [eponTree(eponIndex)]] }
