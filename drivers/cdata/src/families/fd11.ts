import { defineFamily } from '@linecard/driver-kit'
import { onuModules, type Olt } from '@linecard/driver-kit/onus'
import { fd11Changes } from '../changes.ts'
import { flatCli } from '../cli.ts'
import { consoleBindings } from '../console/reading.ts'
import { fdbFd11 } from '../fdb.ts'
import { pairOnu } from '../indexes.ts'
import { notificationsOf } from '../notifications.ts'
import { fd11Tree } from '../onus/fd11.ts'
import { mappedStatus } from '../onus/states.ts'
import { fd11Unis } from '../onus/uni.ts'
import { fd11Optics } from '../optics.ts'
import type { Pons } from '../params.ts'
import { placesFd11 } from '../places/fd11.ts'
import { fd11Resources, fd11System, fd11Temperature } from '../system.ts'

export const oltFd11: Olt = { places: placesFd11, trees: [[fd11Tree]] }

/** FD1104 and FD1108. */
export const fd11 = defineFamily<Pons>({
  id: 'fd11',
  snmp: { maxRepetitions: 40 },
  cli: flatCli(),
  notifications: notificationsOf(placesFd11, pairOnu),
  modules: [
    fd11System(),
    fd11Resources(),
    fd11Temperature(),
    ...onuModules(oltFd11, { capacity: () => 64 }),
    mappedStatus(oltFd11, { uplinks: 0, slot: 1 }),
    fd11Optics(),
    fd11Unis(oltFd11),
    fdbFd11(oltFd11),
    ...fd11Changes(oltFd11),
  ],
  console: [consoleBindings(oltFd11, 'main')],
})
