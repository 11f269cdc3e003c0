import { defineFamily } from '@linecard/driver-kit'
import {
  entityInventory,
  entitySensors,
  hostResources,
  sfpDiagnostics,
  switchMibs,
  systemInfo,
} from '@linecard/driver-kit/builders'
import { zxr10Cli } from '../cli.ts'
import { softwareVersion } from './olt.ts'
import { zxr10Console, zxr10Identity } from '../console.ts'

/**
 * ZXR10 switches by the standard MIBs. Their interface names contain the description: `xgei_5/1 some
 * description`.
 */
export const zxr10 = defineFamily({
  id: 'zxr10',
  cli: zxr10Cli,
  console: zxr10Console,
  identity: zxr10Identity,
  modules: [
    systemInfo({ vendor: 'ZTE', facts: { board_software_ver: softwareVersion } }),
    hostResources(),
    ...entitySensors(),
    entityInventory(),
    sfpDiagnostics(),
    ...switchMibs(),
  ],
})
