import { defineDriver } from '@linecard/driver-kit'
import { arubaCx } from './families/aruba-cx.ts'
import { comware } from './families/comware.ts'
import { procurve } from './families/procurve.ts'
import { standard } from './families/standard.ts'
import { models } from './models.ts'

/** Switches of HP, HPE and Aruba: ProCurve and ArubaOS-Switch, AOS-CX, Comware (H3C, 3Com). */
export default defineDriver({
  id: 'hpe',
  vendor: 'HPE',
  api: 1,
  families: [procurve, arubaCx, comware, standard],
  models,
})
