import type { OltProducts } from '../../console/olt-session.ts'
import { c320, c600 } from './models.ts'

export const models = { C320: c320, C600: c600 } satisfies OltProducts
