import type { Subtree } from '../columns.ts'
import type { SwitchState } from '../switch-state.ts'
import type { VlanRules } from '../vlan-configuration.ts'

/** A port on the front of a switch. */
export interface PortShape {
  /** Of the panel: what cables of a scene name. */
  number: number
  ifIndex: number
  bridgePort: number
  ifName: string
  ifDescr: string
  ifType: number
  speedMbps: number
  fiber: boolean
  /** Gives power to what is behind it. */
  poe?: true
}

export type SwitchVendor = 'dlink' | 'cisco' | 'huawei' | 'eltex'

/** What makes a switch recognisable and different from its sisters: data, and its own tables. */
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
  /** Tables beside the standard ones. */
  subtrees(state: SwitchState): readonly Subtree[]
  /** Tables of another view of the agent; undefined: there is none of that name. */
  contextSubtrees?(state: SwitchState, name: string): readonly Subtree[] | undefined
}

export const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n)
