import type { OltProducts } from '../../console/olt-session.ts'
import { gp3600, p3310c } from './models.ts'

export const models = { P3310C: p3310c, 'GP3600-08': gp3600 } satisfies OltProducts
