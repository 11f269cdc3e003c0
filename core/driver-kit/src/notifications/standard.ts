import type { Notification } from '../contract/notification.ts'
import { linkInfo } from '../modules/link-info.ts'
import { ponOntsStatus } from '../modules/pon-onts-status.ts'
import { ifTablePort } from './ports.ts'

const snmpTraps = '1.3.6.1.6.3.1.1.5'

/** Notifications that agents of all vendors send (RFC 1907, RFC 2863, ENTITY-MIB). */
export const standardNotifications: readonly Notification[] = [
  { oid: `${snmpTraps}.1`, name: 'coldStart', kind: 'restart' },
  { oid: `${snmpTraps}.2`, name: 'warmStart', kind: 'restart' },
  // Where ONUs are rows of ifTable, it may be about an ONU.
  {
    oid: `${snmpTraps}.3`,
    name: 'linkDown',
    kind: 'link',
    link: 'Down',
    port: ifTablePort,
    ask: [linkInfo, ponOntsStatus],
  },
  {
    oid: `${snmpTraps}.4`,
    name: 'linkUp',
    kind: 'link',
    link: 'Up',
    port: ifTablePort,
    ask: [linkInfo, ponOntsStatus],
  },
  { oid: `${snmpTraps}.5`, name: 'authenticationFailure', kind: 'auth' },
  { oid: '1.3.6.1.2.1.47.2.0.1', name: 'entConfigChange', kind: 'card' },
]
