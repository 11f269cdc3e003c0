import {
  bgp4, fdbTable, hostResources, ifControl, ifTable, industryCli, integer, ipMib, lldp, qBridgeVlans, radlanResources, radlanTemperatures, rmonStats, systemInfo, temperatureTable, text, type Family,
  type Implementation,
} from '@linecard/driver-kit'
import { at8000Changes, plusChanges } from './changes.ts'

const vendor = 'Allied Telesis'
const standard: readonly Implementation[] = [...ifTable(), rmonStats(), ...qBridgeVlans(), fdbTable(), lldp(), ...ipMib()]
const radlan = { node: '1.3.6.1.4.1.89', fans: 5 } as const
/** atEnvMon2TemperatureTable of AT-ENVMONv2-MIB, °C. Index: member of the stack, board, sensor. */
const thermometers = '1.3.6.1.4.1.207.8.4.4.3.12.3.1'

export const families: readonly Family[] = [
  /** AT-8000S: RADLAN's agent. */
  { id: 'at-8000', cli: industryCli({ paging: ['terminal datadump'], configure: 'configure' }), modules: [systemInfo({ vendor }), radlanResources(radlan), radlanTemperatures(radlan), ...standard, ...at8000Changes()] },
  {
    id: 'alliedware-plus', cli: industryCli(),
    modules: [systemInfo({ vendor }), hostResources(), temperatureTable({ name: text(`${thermometers}.4`), value: integer(`${thermometers}.5`) }), ...standard, ...bgp4(), ...plusChanges()],
  },
  { id: 'standard', modules: [systemInfo({ vendor }), hostResources(), ...standard, ...ifControl()] },
]
