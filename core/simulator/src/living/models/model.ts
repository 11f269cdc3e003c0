import type { Part } from '../columns.ts'
import type { ControlTraits } from '../control.ts'
import type { Bridge } from '../parts/bridge.ts'
import type { SystemFacts } from '../parts/system.ts'

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

/** What a part of a model is made from. */
export interface Body extends Bridge {
  facts: SystemFacts
  seed: string
  serial: string
}

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
  traits: ControlTraits
  /** Tables beside the standard ones. */
  parts(body: Body): readonly Part[]
  /** Tables of another view of the agent; undefined: there is none of that name. */
  contextParts?(body: Body, name: string): readonly Part[] | undefined
}

export const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n)
