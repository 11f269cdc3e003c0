import type { Notification } from '@linecard/driver-kit'
import { unregisteredOnts } from '@linecard/driver-kit/modules'
import { placeIn } from '@linecard/driver-kit/notifications'
import { eponOnu, eponPort, gponOnu, gponPort } from './indexes.ts'
import { places } from './places.ts'

/** HUAWEI-XPON-MIB. */
const traps = '1.3.6.1.4.1.2011.6.128.1.1.12.3.0'

const port = placeIn(places, [gponOnu, eponOnu], index => {
  const at = gponPort.decode(index) ?? eponPort.decode(index)
  return at && { ...at, onu: null }
})
const autofind = { kind: 'autofind', port, ask: [unregisteredOnts] } as const

export const notifications: readonly Notification[] = [
  { oid: `${traps}.2`, name: 'hwGponProfOntAutoFind', ...autofind },
  { oid: `${traps}.50`, name: 'hwEponProfOntAutoFind', ...autofind },
  { oid: `${traps}.51`, name: 'hwXponProfOntPortStatus', ...autofind },
  { oid: `${traps}.104`, name: 'hwEponConfigChangeOntDisc', kind: 'onu', port },
]
