import { defineFamily, pick } from '@linecard/driver-kit'
import { entitySensors, switchMibs, systemInfo } from '@linecard/driver-kit/builders'
import { sysTemp } from '@linecard/driver-kit/modules'
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
    ...switchMibs(),
    pick(entitySensors(), sysTemp),
  ],
})
