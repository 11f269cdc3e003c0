import { defineFamily, text } from '@linecard/driver-kit'
import { bgp4, ipMib, lldp, qBridgeVlans, rmonStats, systemInfo } from '@linecard/driver-kit/builders'
import { forPorts, onuModules, unregisteredModule } from '@linecard/driver-kit/onus'
import { smartAxCli } from '../cli.ts'
import { cardModules } from '../smartax/cards.ts'
import { onuCli } from '../smartax/cli-onu.ts'
import { device } from '../smartax/nodes.ts'
import { olt } from '../smartax/olt.ts'
import { configuration } from '../smartax/onus/configuration.ts'
import { eponCounters, gponCounters } from '../smartax/onus/counters.ts'
import { notifications } from '../smartax/notifications.ts'
import { history } from '../smartax/onus/history.ts'
import { uniModules } from '../smartax/onus/uni.ts'
import { waitingEpon, waitingGpon } from '../smartax/onus/waiting.ts'
import { profiles } from '../smartax/profiles.ts'
import { transceiverModules } from '../smartax/transceivers.ts'
import { changes } from '../smartax/changes.ts'
import { macAddresses } from '../smartax/fdb.ts'
import { consoleWaiting } from '../smartax/console.ts'

/** ONUs on a port: 128 on GPON, 64 on EPON. */
const capacity = ({ pontype }: { pontype?: string | null }): number | null =>
  pontype === 'gpon' ? 128 : pontype === 'epon' ? 64 : null

/** hwSysVersion, and hwFrameSerialNumber of the first frame. */
const facts = { board_software_ver: text(`${device}.1.3.0`), serial_num: text(`${device}.3.1.1.9.0`) }

/**
 * SmartAX access nodes: MA5600T, MA5800, EA5800 and MDUs (MA56xx). Walks are short because the agent is slow.
 */
export const smartAx = defineFamily({
  id: 'smart-ax',
  cli: { ...smartAxCli, onu: onuCli },
  console: [consoleWaiting(olt)],
  snmp: { maxRepetitions: 10 },
  notifications,
  modules: [
    systemInfo({ vendor: 'Huawei', facts }),
    ...onuModules(olt, { capacity, counters: [gponCounters, eponCounters] }),
    ...cardModules(),
    ...transceiverModules(olt),
    history(olt),
    configuration(olt),
    uniModules(olt),
    macAddresses(olt),
    unregisteredModule(olt, [waitingGpon, waitingEpon]),
    ...profiles(),
    ...forPorts(olt, [rmonStats(), lldp(), ...qBridgeVlans()]),
    ...ipMib(),
    ...bgp4(),
    ...changes(olt),
  ],
})
