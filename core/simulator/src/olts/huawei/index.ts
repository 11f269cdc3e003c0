import type { OltProducts } from '../../console/olt-session.ts'
import { ma5680tEpon, ma5800 } from './models.ts'

export const models = { 'MA5800-X7': ma5800, 'MA5680T/EPON': ma5680tEpon } satisfies OltProducts
