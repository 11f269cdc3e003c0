import { defineFamily } from '@linecard/driver-kit'
import { lldp } from '@linecard/driver-kit/builders'
import { forPorts, onuModules } from '@linecard/driver-kit/onus'
import { onuV3 } from '../indexes.ts'
import { links } from '../links.ts'
import { notificationsOf } from '../notifications.ts'
import { history } from '../onus/history.ts'
import { unis } from '../onus/uni.ts'
import { placesV3 } from '../places/v3.ts'
import { portTexts } from '../port-texts.ts'
import { oltResources, oltSystem, oltTemperature, serials } from '../system.ts'
import { eponIndex, oltV3 } from './v3.ts'

/** EPON OLTs of firmware 3: reading alone, as no source tells their commands. */
export const eponV3 = defineFamily({
  id: 'epon-v3',
  snmp: { maxRepetitions: 40 },
  notifications: notificationsOf(placesV3, onuV3),
  modules: [
    oltSystem(serials.v3),
    oltResources(),
    oltTemperature(),
    ...onuModules(oltV3, { capacity: () => 64 }),
    ...links(oltV3),
    ...forPorts(oltV3, [lldp()]),
    unis(oltV3, 'epon', eponIndex),
    portTexts(oltV3),
    history(oltV3, eponIndex),
  ],
})
