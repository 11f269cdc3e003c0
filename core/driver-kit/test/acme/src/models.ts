import type { Model } from '@linecard/driver-kit'
import { switches } from './families/switch.ts'

export const a8: Model = {
  key: 'acme_a8',
  name: 'Acme A8',
  type: 'SWITCH',
  family: switches,
  ports: 8,
  detect: { objectId: '1.3.6.1.4.1.99999.1.8' },
}

/** Both revisions have one sysObjectID; the other one says `A24 rev.2`. */
export const a24: Model = {
  key: 'acme_a24',
  name: 'Acme A24',
  type: 'SWITCH',
  family: switches,
  ports: 24,
  detect: { objectId: '1.3.6.1.4.1.99999.1.24', descr: /A24 rev\.1/ },
}
