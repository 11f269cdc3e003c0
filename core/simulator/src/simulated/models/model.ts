import type { Subtree } from '../columns.ts'
import type { SwitchState } from '../switch-state.ts'
import type { VlanRules } from '../vlan-configuration.ts'

/** A port on the front of a switch. */
export interface PortShape {
  /** Number on the front, by which cables of a scene name it. */
  number: number
  ifIndex: number
  bridgePort: number
  ifName: string
  ifDescr: string
  ifType: number
  speedMbps: number
  fiber: boolean
  /** Supplies power over Ethernet. */
  poe?: true
}

export type SwitchVendor = 'dlink' | 'cisco' | 'huawei' | 'eltex' | 'juniper'

/** What makes a model: data, and tables of its own. */
export interface SwitchModel {
  vendor: SwitchVendor
  name: string
  sysDescr: string
  sysObjectId: string
  oui: readonly [number, number, number]
  firmware: string
  hardware: string
  ports: readonly PortShape[]
  /** lldpLocPortId: subtype 5 interface name, 7 local. */
  lldp: 5 | 7
  /** The interface that has the device's address. */
  management: { ifIndex: number; ifName: string; ifDescr: string; ifType: number }
  vlanRules: VlanRules
  /** Tables in addition to the standard ones. */
  subtrees(state: SwitchState): readonly Subtree[]
  /** Tables of another SNMP context. Undefined if there is no such context. */
  contextSubtrees?(state: SwitchState, name: string): readonly Subtree[] | undefined
}

export const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n)
