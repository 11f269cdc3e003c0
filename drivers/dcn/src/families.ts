import { text, type Family, type Implementation } from '@linecard/driver-kit'
import {
  digitalChina,
  digitalChinaControl,
  fdbTable,
  ifTable,
  ipMib,
  lldp,
  qBridgeVlans,
  rmonStats,
  sfpDiagnostics,
  systemInfo,
} from '@linecard/driver-kit/builders'
import { industryCli } from '@linecard/driver-kit/cli'

const node = '1.3.6.1.4.1.6339.100'

const standard: readonly Implementation[] = [
  ...ifTable(),
  rmonStats(),
  ...qBridgeVlans(),
  fdbTable(),
  lldp(),
  ...ipMib(),
]

/** Software of Digital China; sysHardwareVersion and sysSoftwareVersion are its own. */
export const families: readonly Family[] = [
  {
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
      ...standard,
      ...digitalChinaControl(),
    ],
  },
  { id: 'standard', modules: [systemInfo({ vendor: 'Digital China' }), ...standard] },
]
