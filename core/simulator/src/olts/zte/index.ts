import type { OltProducts } from '../../console/olt-session.ts'
import { c300, c300Fw12, c320, c320Fw12, c600 } from './models.ts'

export const models = {
  C320: c320,
  C300: c300,
  'C320/1.2': c320Fw12,
  'C300/1.2': c300Fw12,
  C600: c600,
} satisfies OltProducts
