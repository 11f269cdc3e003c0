import type { Model } from '@linecard/driver-kit'
import { chassis } from './families.ts'
import { ubiquoss } from './nodes.ts'

export const models: readonly Model[] = [
  {
    key: 'ubiquoss_device',
    name: 'Ubiquoss OLT or switch',
    type: 'OLT',
    family: chassis,
    detect: { objectId: ubiquoss },
  },
]
