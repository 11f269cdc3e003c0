import type { SystemFacts } from './identity.ts'
import type { Port } from './port.ts'
import type { Station } from './stations.ts'
import type { SwitchControl } from './switch-control.ts'
import type { Vlan } from './vlan.ts'

/** The state of a bridge, as BRIDGE-MIB and Q-BRIDGE-MIB show it. */
export interface BridgeState {
  mac: Buffer
  ports: readonly Port[]
  /** The VLANs at the start; `control` has those of the moment. */
  vlans: readonly Vlan[]
  stations: readonly Station[]
  /** Undefined where VLANs cannot be changed. */
  control?: SwitchControl
}

/** The state of a switch, as the tables of a vendor show it. */
export interface SwitchState extends BridgeState {
  facts: SystemFacts
  seed: string
  serial: string
}
