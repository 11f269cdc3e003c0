import { defineFamily } from '@linecard/driver-kit'
import {
  bgp4,
  ifTable,
  ipMib,
  lldp,
  qBridgeVlans,
  rmonStats,
  sfpDiagnostics,
  systemInfo,
} from '@linecard/driver-kit/builders'
import { changes } from '../changes/index.ts'
import { vrpCli } from '../cli.ts'
import { vrpFdb, vrpVlans } from '../layer2.ts'
import { opticalLevels, opticalModules } from '../optics.ts'
import { resources } from '../resources.ts'
import { vrpConsole, vrpIdentity } from '../console.ts'

/**
 * Older firmware gives ifType Ethernet (6) for aggregates. All firmware gives virtual (53) for VLAN
 * interfaces.
 */
const typeByName = (name: string) =>
  /^Eth-Trunk\d+$/i.test(name) ? { type: 'LACP' } : /^Vlanif/i.test(name) ? { type: 'VLAN' } : {}

/** VRP 5, VRP 8 and YunShan OS. The bind key is ifIndex. */
export const vrp = defineFamily({
  id: 'vrp',
  cli: vrpCli,
  console: vrpConsole,
  identity: vrpIdentity,
  modules: [
    systemInfo({ vendor: 'Huawei' }),
    ...resources(),
    opticalLevels(),
    opticalModules(),
    sfpDiagnostics(),
    ...ifTable({ shape: (_, { name }) => typeByName(name) }),
    rmonStats(),
    ...qBridgeVlans(),
    vrpVlans(),
    vrpFdb(),
    lldp(),
    ...ipMib(),
    ...bgp4(),
    ...changes(),
  ],
})
