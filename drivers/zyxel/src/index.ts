import { defineDriver } from '@linecard/driver-kit'
import { families } from './families.ts'
import { models } from './models.ts'

/** Zyxel switches with ZyNOS. */
export default defineDriver({ id: 'zyxel', vendor: 'Zyxel', api: 1, families, models })
