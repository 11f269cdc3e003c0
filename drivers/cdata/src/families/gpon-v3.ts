import { defineFamily } from '@linecard/driver-kit'
import { lldp } from '@linecard/driver-kit/builders'
import { forPorts, onuModules } from '@linecard/driver-kit/onus'
import { gponChanges } from '../changes.ts'
import { v3Cli } from '../cli.ts'
import { gponOnu } from '../cli-onu.ts'
import { consoleFdb, gponMacs } from '../console/fdb.ts'
import {
  consoleBindings,
  consoleBlacklist,
  consoleServicePorts,
  consoleUnis,
  consoleWaiting,
} from '../console/reading.ts'
import { fdbV3 } from '../fdb.ts'
import { onuV3 } from '../indexes.ts'
import { links } from '../links.ts'
import { notificationsOf } from '../notifications.ts'
import { history } from '../onus/history.ts'
import { unis } from '../onus/uni.ts'
import { gponOptics } from '../optics.ts'
import { placesV3 } from '../places/v3.ts'
import { portTexts } from '../port-texts.ts'
import { configuration, profiles, servicePorts } from '../profiles.ts'
import { oltResources, oltSystem, oltTemperature, serials } from '../system.ts'
import { gponIndex, oltV3 } from './v3.ts'

/** FD16xx and XGS-PON of firmware 3, and FD17xx. A GETBULK of 50 rows hangs the agent; 40 work. */
export const gponV3 = defineFamily({
  id: 'gpon-v3',
  snmp: { maxRepetitions: 40 },
  cli: { ...v3Cli, onu: gponOnu },
  notifications: notificationsOf(placesV3, onuV3),
  modules: [
    oltSystem(serials.v3),
    oltResources(),
    oltTemperature(),
    ...onuModules(oltV3, { capacity: () => 128 }),
    ...links(oltV3),
    ...forPorts(oltV3, [lldp()]),
    ...gponOptics({ inventory: true }),
    unis(oltV3, 'gpon', gponIndex),
    fdbV3(oltV3),
    profiles('gpon'),
    configuration(oltV3, 'gpon', gponIndex),
    servicePorts(oltV3),
    portTexts(oltV3),
    history(oltV3, gponIndex),
    ...gponChanges(oltV3, gponIndex, true),
  ],
  console: [
    consoleFdb(oltV3, gponMacs),
    consoleWaiting(oltV3),
    consoleUnis(oltV3, 'gpon'),
    consoleBindings(oltV3),
    consoleServicePorts(oltV3),
    consoleBlacklist(),
  ],
})
