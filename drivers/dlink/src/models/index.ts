import type { Model } from '@linecard/driver-kit'
import type { Params } from '../params.ts'
import { des30xxModels } from './des-30xx.ts'
import { des3200Models } from './des-3200.ts'
import { des35xxModels } from './des-35xx.ts'
import { dgs1100Models } from './dgs-1100.ts'
import { dgs1210Models } from './dgs-1210.ts'
import { dgs3000Models } from './dgs-3000.ts'
import { dgs3xxxModels } from './dgs-3xxx.ts'
import { generalModels } from './general.ts'
import { smartModels } from './smart.ts'

export const models: readonly Model<Params>[] = [
  ...des30xxModels,
  ...des3200Models,
  ...des35xxModels,
  ...dgs1100Models,
  ...dgs1210Models,
  ...dgs3000Models,
  ...dgs3xxxModels,
  ...smartModels,
  ...generalModels,
]
