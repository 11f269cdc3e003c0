import {
  bgp4, entitySensors, fastPath, fdbTable, hostResources, ifTable, industryCli, ipMib, lldp, qBridgeVlans, rmonStats, systemInfo, type CliProfile, type Family, type Implementation,
} from '@linecard/driver-kit'
import { changes } from './changes.ts'
import { broadcom } from './models.ts'

const vendor = 'Ubiquiti'
const standard: readonly Implementation[] = [...ifTable(), rmonStats(), ...qBridgeVlans(), fdbTable(), lldp(), ...ipMib()]

const prompt = (end: string) => new RegExp(`\\([^()]{1,64}\\) ?${end} ?`)
const base = industryCli({ configure: 'configure' })
/** FASTPATH puts the name in brackets: `(sw-1) >`, `(sw-1) #`, `(sw-1) (Config)#`. */
const cli: CliProfile = {
  ...base,
  modes: {
    user: { ...base.modes.user!, prompt: prompt('>') }, privileged: { ...base.modes.privileged!, prompt: prompt('#') },
    config: { ...base.modes.config!, prompt: prompt('\\((?:Config|Interface|Vlan)[^()]*\\)#'), leave: 'exit' },
  },
}

export const families: readonly Family[] = [
  { id: 'edge-switch', cli, modules: [systemInfo({ vendor }), ...fastPath(`${broadcom}.1.1`), ...standard, ...changes()] },
  /** Net-SNMP on Linux. */
  { id: 'linux', modules: [systemInfo({ vendor }), hostResources(), ...entitySensors().filter(({ module }) => module.name === 'sys_temp'), ...standard, ...bgp4()] },
]
