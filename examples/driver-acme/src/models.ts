import type { Model } from '@linecard/driver-kit'
import { switches } from './switches.ts'

export const models: readonly Model[] = [
  {
    key: 'acme_a8',
    name: 'Acme A8',
    type: 'SWITCH',
    family: switches,
    ports: 8,
    detect: { objectId: '1.3.6.1.4.1.99999.1.8' },
  },
]
