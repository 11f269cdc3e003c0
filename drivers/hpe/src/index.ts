import { defineDriver } from '@linecard/driver-kit'
import { models } from './models/index.ts'

/** Switches of HP, HPE and Aruba: ProCurve and ArubaOS-Switch, AOS-CX, Comware (H3C, 3Com). */
export default defineDriver({ id: 'hpe', vendor: 'HPE', api: 1, models })
