import type { Notification } from '@linecard/driver-kit'
import {
  ponOntsOptical,
  ponOntsSerial,
  ponOntsStatus,
  powerStatus,
  uniInterfacesStatus,
} from '@linecard/driver-kit/modules'
import { ifIndexAt } from '@linecard/driver-kit/notifications'
import { bdcom } from './columns.ts'

const onu = { kind: 'onu', port: ifIndexAt() } as const
const light = { kind: 'light', port: ifIndexAt(), ask: [ponOntsOptical] } as const

/** All OLTs of BDCOM. */
const ofDevice: readonly Notification[] = [
  { oid: `${bdcom}.9.188.6.1`, name: 'bdcomAuthNotification', kind: 'auth' },
  { oid: `${bdcom}.9.187.2.1`, name: 'bdcomFanNotification', kind: 'fan' },
]
const power = { oid: `${bdcom}.9.189.4.1`, name: 'bdcomPowerNotification', kind: 'power' } as const

/** NMS-EPON. */
export const eponNotifications: readonly Notification[] = [
  ...ofDevice,
  power,
  { oid: `${bdcom}.101.6.3.2`, name: 'eponSfpParameterAlarm', kind: 'light', port: ifIndexAt() },
  { oid: `${bdcom}.101.17.4.1`, name: 'eponLlidChanges', ...onu, ask: [ponOntsStatus, ponOntsOptical] },
]

/** NMS-GPON. */
export const gponNotifications: readonly Notification[] = [
  ...ofDevice,
  { ...power, ask: [powerStatus] },
  { oid: `${bdcom}.10.3.7.2`, name: 'gponOnuStatusChange', ...onu, ask: [ponOntsStatus, ponOntsSerial] },
  { oid: `${bdcom}.10.3.6.3`, name: 'gponOnuSfpParameterAlarm', ...light },
  { oid: `${bdcom}.10.3.10.2`, name: 'gponOnuOpRxLow', ...light },
  { oid: `${bdcom}.10.3.10.4`, name: 'gponOnuOpRxHigh', ...light },
  // Index: ifIndex of the ONU, number of the port.
  {
    oid: `${bdcom}.10.4.4.4`,
    name: 'gponOnuUniPortState',
    kind: 'uni',
    port: ifIndexAt(2),
    ask: [uniInterfacesStatus],
  },
  { oid: `${bdcom}.10.10.2.3`, name: 'gponOnuVideoPortCatvAlarm', kind: 'light', port: ifIndexAt() },
]
