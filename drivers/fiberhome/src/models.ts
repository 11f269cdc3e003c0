import type { Model } from '@linecard/driver-kit'
import { an5516, switches } from './families.ts'
import { products } from './nodes.ts'

const olt = (key: string, name: string, descr?: RegExp): Model => ({
  key: `fiberhome_${key}`,
  name: `FiberHome ${name}`,
  type: 'OLT',
  family: an5516,
  detect: { objectId: products, ...(descr && { descr }) },
})

/** Several chassis have the same sysObjectID; sysDescr is the name of the product. */
export const models: readonly Model[] = [
  olt('an5516_01', 'AN5516-01', /^AN5516-01\b/),
  olt('an5516_04', 'AN5516-04', /^AN5516-04\b/),
  olt('an5516_04b', 'AN5516-04B', /^AN5516-04B\b/),
  olt('an5516_06', 'AN5516-06', /^AN5516-06\b/),
  olt('an5516', 'AN5516', /^AN5516/),
  olt('an6000', 'AN6000', /^AN6\d{3}/),
  olt('olt', 'OLT'),
  {
    key: 'fiberhome_switch',
    name: 'FiberHome switch',
    type: 'SWITCH',
    family: switches,
    detect: { objectId: '1.3.6.1.4.1.3807.1' },
  },
]
