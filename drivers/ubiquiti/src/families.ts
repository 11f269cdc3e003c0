import { defineFamily, pick } from '@linecard/driver-kit'
import {
  bgp4,
  entitySensors,
  fastPath,
  hostResources,
  isdp,
  switchMibs,
  systemInfo,
} from '@linecard/driver-kit/builders'
import { sysTemp } from '@linecard/driver-kit/modules'
import { changes } from './changes.ts'
import { edgeOsCli, edgeSwitchCli } from './cli.ts'
import { broadcom } from './nodes.ts'
import { edgeOsConsole, edgeOsIdentity, edgeSwitchConsole, edgeSwitchIdentity } from './console.ts'

const vendor = 'Ubiquiti'
export const edgeSwitch = defineFamily({
  id: 'edge-switch',
  cli: edgeSwitchCli,
  console: edgeSwitchConsole,
  identity: edgeSwitchIdentity,
  modules: [
    systemInfo({ vendor }),
    ...fastPath(`${broadcom}.1.1`),
    ...switchMibs({}, [isdp(`${broadcom}.1.1`)]),
    ...changes(),
  ],
})

/** Net-SNMP on Linux. */
export const linux = defineFamily({
  id: 'linux',
  cli: edgeOsCli,
  console: edgeOsConsole,
  identity: edgeOsIdentity,
  modules: [
    systemInfo({ vendor }),
    hostResources(),
    pick(entitySensors(), sysTemp),
    ...switchMibs(),
    ...bgp4(),
  ],
})
