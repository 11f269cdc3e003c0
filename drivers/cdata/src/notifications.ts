import type { Notification } from '@linecard/driver-kit'
import { ponOntsStatus } from '@linecard/driver-kit/modules'
import { placeIn } from '@linecard/driver-kit/notifications'
import type { PlaceIndex, Places } from '@linecard/driver-kit/onus'

const traps = '1.3.6.1.4.1.34592.1.3.6.0'

/** Notifications of OLTs; `onu`: the index by which they name an ONU. */
export const notificationsOf = (places: Pick<Places, 'keyOf'>, onu: PlaceIndex): readonly Notification[] => {
  const port = placeIn(places, [onu])
  return [
    { oid: `${traps}.3`, name: 'powerStatusChange', kind: 'power' },
    { oid: `${traps}.4`, name: 'fanStatusChange', kind: 'fan' },
    { oid: `${traps}.7`, name: 'onuOnlineStatusChange', kind: 'onu', port, ask: [ponOntsStatus] },
    { oid: `${traps}.18`, name: 'onuPortLoopBack', kind: 'loop', port },
  ]
}
