import { defineFamily, type Family } from '@linecard/driver-kit'
import { lldp } from '@linecard/driver-kit/builders'
import { forPorts, onuModules, unregisteredModule, type Olt } from '@linecard/driver-kit/onus'
import { gponChanges } from '../changes.ts'
import { gponCli } from '../cli.ts'
import { consoleFdb, gponMacs } from '../console/fdb.ts'
import { consoleBindings, consoleServicePorts, consoleUnis } from '../console/reading.ts'
import { packedOnu } from '../indexes.ts'
import { notificationsOf } from '../notifications.ts'
import { eponTree } from '../onus/epon.ts'
import { gponTree } from '../onus/gpon.ts'
import { history } from '../onus/history.ts'
import { mappedStatus } from '../onus/states.ts'
import { unis } from '../onus/uni.ts'
import { waitingGpon } from '../onus/waiting.ts'
import { gponOptics } from '../optics.ts'
import { legacyOlt } from '../places/legacy.ts'
import { portTexts } from '../port-texts.ts'
import { configuration, profiles, servicePorts } from '../profiles.ts'
import { oltResources, oltSystem, oltTemperature, serials } from '../system.ts'

const before = { ge: 4, xge: 2 }

/** FD16xx before firmware 3. */
function gpon(id: string, pon: number): Family {
  const { places, uplinks, index } = legacyOlt({ ...before, pon }, 'gpon')
  // The tables that have rows tell GPON from EPON, whatever the model was taken for.
  const olt: Olt = { places, trees: [[gponTree(index)], [eponTree(index)]] }
  return defineFamily({
    id,
    snmp: { maxRepetitions: 40 },
    cli: gponCli,
    notifications: notificationsOf(places, packedOnu(before.ge + before.xge)),
    modules: [
      oltSystem(serials.legacy),
      oltResources(),
      oltTemperature(),
      ...onuModules(olt, { capacity: () => 128 }),
      mappedStatus(olt, { uplinks, slot: 0 }),
      ...forPorts(olt, [lldp()]),
      ...gponOptics({ inventory: false }),
      unis(olt, 'gpon', index),
      unregisteredModule(olt, [waitingGpon(index)]),
      profiles('gpon'),
      configuration(olt, 'gpon', index),
      servicePorts(olt),
      portTexts(olt),
      history(olt, index),
      ...gponChanges(olt, index, false),
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
