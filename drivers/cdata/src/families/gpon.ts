import { defineFamily, type Family } from '@linecard/driver-kit'
import { lldp } from '@linecard/driver-kit/builders'
import { forPorts, onuModules, unregisteredModule, type Olt } from '@linecard/driver-kit/onus'
import { gponChanges } from '../changes.ts'
import { gponCli } from '../cli.ts'
import { consoleFdb, gponMacs } from '../console/fdb.ts'
import { consoleBindings, consoleServicePorts, consoleUnis } from '../console/reading.ts'
import { packedOnu } from '../indexes.ts'
import { notificationsOf } from '../notifications.ts'
import { gponTree } from '../onus/gpon.ts'
import { history } from '../onus/history.ts'
import { mappedStatus } from '../onus/states.ts'
import { unis } from '../onus/uni.ts'
import { waitingGpon } from '../onus/waiting.ts'
import { gponOptics } from '../optics.ts'
import { legacyPlaces } from '../places/legacy.ts'
import { portTexts } from '../port-texts.ts'
import { configuration, profiles, servicePorts } from '../profiles.ts'
import { oltResources, oltSystem, oltTemperature, serials } from '../system.ts'

const uplinks = { ge: 4, xge: 2 }

/** FD16xx before firmware 3. */
function gpon(id: string, pon: number): Family {
  const onu = packedOnu(uplinks.ge + uplinks.xge)
  const olt: Olt = { places: legacyPlaces({ ...uplinks, pon }, 'gpon'), trees: [[gponTree(onu)]] }
  return defineFamily({
    id,
    snmp: { maxRepetitions: 40 },
    cli: gponCli,
    notifications: notificationsOf(olt.places, onu),
    modules: [
      oltSystem(serials.legacy),
      oltResources(),
      oltTemperature(),
      ...onuModules(olt, { capacity: () => 128 }),
      mappedStatus(olt, { uplinks: uplinks.ge + uplinks.xge, slot: 0 }),
      ...forPorts(olt, [lldp()]),
      ...gponOptics({ inventory: false }),
      unis(olt, 'gpon', onu),
      unregisteredModule(olt, [waitingGpon(onu)]),
      profiles('gpon'),
      configuration(olt, 'gpon', onu),
      servicePorts(olt),
      portTexts(olt),
      history(olt, onu),
      ...gponChanges(olt, onu, false),
    ],
    console: [
      consoleFdb(olt, gponMacs),
      consoleUnis(olt, 'gpon'),
      consoleBindings(olt),
      consoleServicePorts(olt),
    ],
  })
}

export const gpon1604 = gpon('gpon-1604', 4)
export const gpon1608 = gpon('gpon-1608', 8)
export const gpon1616 = gpon('gpon-1616', 16)
