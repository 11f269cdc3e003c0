import { defineFamily, scaled, type Implementation } from '@linecard/driver-kit'
import {
  bgp4,
  entityInventory,
  entitySensors,
  fastPath,
  hostResources,
  isdp,
  ownResources,
  sfpDiagnostics,
  switchMibs,
  systemInfo,
} from '@linecard/driver-kit/builders'
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

const kilobytes = (oid: string) => scaled(oid, { by: 1024, none: [0] })
/** memTotal and memFree of FROGFOOT-RESOURCES-MIB, which airOS, access points and small switches have. */
const frogfoot = ownResources({
  memory: { total: kilobytes('1.3.6.1.4.1.10002.1.1.1.1.1'), free: kilobytes('1.3.6.1.4.1.10002.1.1.1.1.2') },
})
const linuxResources: Implementation = {
  ...hostResources(),
  next: [{ ...frogfoot, source: 'FROGFOOT-RESOURCES-MIB' }],
}

/** Net-SNMP on Linux. */
export const linux = defineFamily({
  id: 'linux',
  cli: edgeOsCli,
  console: edgeOsConsole,
  identity: edgeOsIdentity,
  modules: [
    systemInfo({ vendor }),
    linuxResources,
    ...entitySensors(),
    entityInventory(),
    sfpDiagnostics(),
    ...switchMibs(),
    ...bgp4(),
  ],
})
