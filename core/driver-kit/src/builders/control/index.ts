export {
  cliDescription,
  cliName,
  gaugeTo,
  ifIndexOf,
  integerTo,
  octetsTo,
  typed,
  written,
  type Act,
  type Step,
} from './act.ts'
export { change, confirm, confirmByAnswer, type Change, type Changed, type ReadBack } from './confirm.ts'
export { portControl, portFor, setAdmin, setAlias, type PortControl, type PortState } from './port.ts'
export { qBridgeControl, vlanControl, type Tagging, type VlanControl } from './vlan.ts'
export { digitalChinaControl } from './digital-china.ts'
export { confirmed, ifControl, industryControl, type IndustryControlOptions } from './industry.ts'
export { cableTest, type CableResult, type CableTest } from './cable.ts'
export { poe, type PoeOptions } from './poe.ts'
export { poeTable, type PoeTable } from './poe-table.ts'
export { maintenance, type Maintenance } from './maintenance.ts'
export { cableTestOr, consoleCableTest, type ConsoleCableTest } from './console-cable.ts'
