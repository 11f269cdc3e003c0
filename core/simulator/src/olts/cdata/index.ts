import type { OltProducts } from '../../console/olt-session.ts'
import { fd1208, fd1608 } from './models.ts'

export const models = { FD1608S: fd1608, FD1208S: fd1208 } satisfies OltProducts
