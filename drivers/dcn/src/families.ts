import { defineFamily, text } from '@linecard/driver-kit'
import {
  digitalChina,
  digitalChinaControl,
  sfpDiagnostics,
  switchMibs,
  systemInfo,
} from '@linecard/driver-kit/builders'
import { industryCli } from '@linecard/driver-kit/cli'

const node = '1.3.6.1.4.1.6339.100'

/**
 * Software of Digital China. It has its own objects for versions: sysHardwareVersion and sysSoftwareVersion.
 */
export const switches = defineFamily({
  id: 'switch',
  cli: industryCli({
    configure: 'config terminal',
    errors: [/^\s*(?:>\s*)?(?:Unrecognized command or )?illegal parameter/i],
  }),
  modules: [
    systemInfo({
      vendor: 'DCN',
      facts: { board_hardware_ver: text(`${node}.1.2.0`), board_software_ver: text(`${node}.1.3.0`) },
    }),
    ...digitalChina(node),
    sfpDiagnostics(),
    ...switchMibs(),
    ...digitalChinaControl(),
  ],
})

export const standard = defineFamily({
  id: 'standard',
  modules: [systemInfo({ vendor: 'Digital China' }), ...switchMibs()],
})
