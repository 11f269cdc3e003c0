import type { OltProducts } from '../../console/olt-session.ts'
import { v1600d8, v1600g1b } from './models.ts'

export const models = { V1600G1B: v1600g1b, V1600D8: v1600d8 } satisfies OltProducts
