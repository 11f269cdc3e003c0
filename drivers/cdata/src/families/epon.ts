import { defineFamily, type Family } from '@linecard/driver-kit'
import { lldp } from '@linecard/driver-kit/builders'
import { forPorts, onuModules, unregisteredModule, type Olt } from '@linecard/driver-kit/onus'
import { eponChanges } from '../changes.ts'
import { eponCli } from '../cli.ts'
import { eponOnu } from '../cli-onu.ts'
import { consoleFdb, eponMacs } from '../console/fdb.ts'
import { consoleBindings } from '../console/reading.ts'
import { packedOnu } from '../indexes.ts'
import { notificationsOf } from '../notifications.ts'
import { eponCounters } from '../onus/epon-counters.ts'
import { eponTree } from '../onus/epon.ts'
import { gponTree } from '../onus/gpon.ts'
import { history } from '../onus/history.ts'
import { mappedStatus } from '../onus/states.ts'
import { unis } from '../onus/uni.ts'
import { waitingEpon } from '../onus/waiting.ts'
import { eponOptics } from '../optics.ts'
import type { Layout } from '../params.ts'
import { legacyOlt } from '../places/legacy.ts'
import { portTexts } from '../port-texts.ts'
import { configuration, profiles } from '../profiles.ts'
import { oltResources, oltSystem, oltTemperature, serials } from '../system.ts'

/** FD12xx. */
function epon(id: string, layout: Layout, { optics = true, showAll = true } = {}): Family {
  const { places, uplinks, index } = legacyOlt(layout, 'epon')
  // The tables that have rows tell GPON from EPON, whatever the model was taken for.
  const olt: Olt = { places, trees: [[eponTree(index)], [gponTree(index)]] }
  return defineFamily({
    id,
    // A GETBULK of 50 rows hangs the agent; 40 work.
    snmp: { maxRepetitions: 40 },
    cli: { ...eponCli(showAll), onu: eponOnu },
    notifications: notificationsOf(places, packedOnu(layout.ge + layout.xge)),
    modules: [
      oltSystem(serials.legacy),
      oltResources(),
      oltTemperature(),
      ...onuModules(olt, { capacity: () => 64 }),
      mappedStatus(olt, { uplinks, slot: 0 }),
      ...forPorts(olt, [lldp()]),
      ...(optics ? [eponOptics()] : []),
      unis(olt, 'epon', index),
      unregisteredModule(olt, [waitingEpon(index)]),
      profiles('epon'),
      configuration(olt, 'epon', index),
      portTexts(olt),
      history(olt, index),
      eponCounters(olt, index),
      ...eponChanges(olt, index),
    ],
    console: [consoleFdb(olt, eponMacs), consoleBindings(olt)],
  })
}

export const epon1204 = epon('epon-1204', { ge: 4, xge: 2, pon: 4 }, { optics: false })
export const epon1208 = epon('epon-1208', { ge: 8, xge: 4, pon: 8 })
export const epon1216 = epon('epon-1216', { ge: 8, xge: 2, pon: 16 }, { showAll: false })
