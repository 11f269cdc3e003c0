import { defineDriver } from '@linecard/driver-kit'
import { models } from './models.ts'

/** Zyxel switches with ZyNOS. */
export default defineDriver({ id: 'zyxel', vendor: 'Zyxel', api: 1, models })
