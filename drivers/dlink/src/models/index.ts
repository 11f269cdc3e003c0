import type { Model } from '@linecard/driver-kit'
import { des30xx } from './des-30xx.ts'
import { des3200 } from './des-3200.ts'
import { des35xx } from './des-35xx.ts'
import { dgs1100 } from './dgs-1100.ts'
import { dgs1210 } from './dgs-1210.ts'
import { dgs3000 } from './dgs-3000.ts'
import { dgs3xxx } from './dgs-3xxx.ts'
import { general } from './general.ts'
import { smart } from './smart.ts'

export const models: readonly Model[] = [
  ...des30xx,
  ...des3200,
  ...des35xx,
  ...dgs1100,
  ...dgs1210,
  ...dgs3000,
  ...dgs3xxx,
  ...smart,
  ...general,
]
