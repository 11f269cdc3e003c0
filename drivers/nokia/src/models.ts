import type { Model } from '@linecard/driver-kit'
import { isam } from './families.ts'
import { isam as enterprise } from './nodes.ts'

const node = (key: string, name: string, descr?: RegExp): Model => ({
  key: `nokia_isam${key}`,
  name: `Nokia ISAM${name}`,
  type: 'OLT',
  family: isam,
  detect: { objectId: enterprise, ...(descr && { descr }) },
})

/** `NFXS-A FX-8 ISAM release R6.2.04` is a 7360; the older nodes have their number in sysDescr. */
export const models: readonly Model[] = [
  node('_7360', ' 7360 FX', /\bFX-?(?:4|8|16)\b|\b7360\b|^NFXS/),
  node('_7330', ' 7330', /\b7330\b/),
  node('_7302', ' 7302', /\b7302\b/),
  node('', ''),
]
