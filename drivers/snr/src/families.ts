import { defineFamily, text } from '@linecard/driver-kit'
import {
  digitalChina,
  digitalChinaControl,
  sfpDiagnostics,
  standardMibs,
  switchMibs,
  systemInfo,
} from '@linecard/driver-kit/builders'
import { industryCli } from '@linecard/driver-kit/cli'

const node = '1.3.6.1.4.1.40418.7.100'

/**
 * The devices run the software of Digital China. sysHardwareVersion and sysSoftwareVersion are its own
 * objects.
 */
export const switches = defineFamily({
  id: 'switch',
  cli: industryCli({
    configure: 'config terminal',
    errors: [/^\s*(?:>\s*)?(?:Unrecognized command or )?illegal parameter/i],
  }),
  modules: [
    systemInfo({
      vendor: 'SNR',
      facts: { board_hardware_ver: text(`${node}.1.2.0`), board_software_ver: text(`${node}.1.3.0`) },
    }),
    ...digitalChina(node),
    sfpDiagnostics(),
    ...switchMibs(),
    ...digitalChinaControl(),
  ],
})

/**
 * Other devices. The sensor units keep their readings in their own tables, which this driver does not read.
 */
export const standard = defineFamily({ id: 'standard', modules: standardMibs({ vendor: 'SNR' }) })
