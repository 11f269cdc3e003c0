import { defineFamily } from '@linecard/driver-kit'
import {
  bgp4,
  entitySensors,
  fastPath,
  hostResources,
  switchMibs,
  systemInfo,
} from '@linecard/driver-kit/builders'
import { changes } from './changes.ts'
import { edgeOsCli, edgeSwitchCli } from './cli.ts'
import { broadcom } from './tree.ts'

const vendor = 'Ubiquiti'
export const edgeSwitch = defineFamily({
  id: 'edge-switch',
  cli: edgeSwitchCli,
  modules: [systemInfo({ vendor }), ...fastPath(`${broadcom}.1.1`), ...switchMibs(), ...changes()],
})

/** Net-SNMP on Linux. */
export const linux = defineFamily({
  id: 'linux',
  cli: edgeOsCli,
  modules: [
    systemInfo({ vendor }),
    hostResources(),
    ...entitySensors().filter(({ module }) => module.name === 'sys_temp'),
    ...switchMibs(),
    ...bgp4(),
  ],
})
