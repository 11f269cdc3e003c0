import type { Model } from '@linecard/driver-kit'
import { ping3 } from './families.ts'
import { equicom } from './tables.ts'

export const models: readonly Model[] = [
  {
    key: 'equicom_ping3',
    name: 'Equicom Ping3',
    type: 'SENSORS',
    family: ping3,
    detect: { objectId: equicom },
  },
]
