import { type Port, isMember } from './port.ts'
import { configured } from './timeline.ts'
import type { Vlan } from './vlan.ts'

/** The VLAN rules in which vendors differ. */
export interface VlanRules {
  /** A port is an untagged member of one VLAN at most, and that VLAN becomes its PVID. */
  oneUntagged?: boolean
  /** Name of a VLAN that is created without a name. */
  vlanName(id: number): string
}

export type Refusal =
  | 'no such VLAN'
  | 'VLAN exists'
  | 'default VLAN'
  | 'VLAN id out of range'
  | 'untagged elsewhere'

/** The VLANs of a switch and the membership of its ports. Changes return null, or why they are refused. */
export interface VlanConfiguration {
  createVlan(id: number, name?: string): Refusal | null
  deleteVlan(id: number): Refusal | null
  renameVlan(id: number, name: string): Refusal | null
  /** Makes a port a member of a VLAN. The VLAN does not have to exist yet. */
  join(port: Port, vlan: number, how: 'tagged' | 'untagged'): Refusal | null
  leave(port: Port, vlan: number): void
}

const without = (list: readonly number[], id: number): number[] => list.filter(one => one !== id)
const withId = (list: readonly number[], id: number): number[] =>
  list.includes(id) ? [...list] : [...list, id].toSorted((a, b) => a - b)

/** Removes a deleted VLAN from a port. A port that had it as its PVID falls back to VLAN 1. */
function removeDeleted(port: Port, id: number): void {
  const wasUntagged = port.untagged.includes(id)
  port.tagged = without(port.tagged, id)
  port.untagged = without(port.untagged, id)
  if (port.pvid !== id) return
  port.pvid = 1
  if (wasUntagged && !isMember(port, 1)) port.untagged = withId(port.untagged, 1)
}

/** `state.vlans` is replaced by each change, so that readers may keep the old list. */
export function createVlanConfiguration(
  state: { vlans: Vlan[] },
  ports: readonly Port[],
  rules: VlanRules,
): VlanConfiguration {
  const find = (id: number) => state.vlans.find(vlan => vlan.id === id)
  return {
    createVlan(id, name = rules.vlanName(id)) {
      if (id < 1 || id > 4094) return 'VLAN id out of range'
      if (find(id)) return 'VLAN exists'
      state.vlans = [...state.vlans, { id, name }].toSorted((a, b) => a.id - b.id)
      configured()
      return null
    },
    deleteVlan(id) {
      if (!find(id)) return 'no such VLAN'
      if (id === 1) return 'default VLAN'
      state.vlans = state.vlans.filter(vlan => vlan.id !== id)
      for (const port of ports) removeDeleted(port, id)
      configured()
      return null
    },
    renameVlan(id, name) {
      const vlan = find(id)
      if (!vlan) return 'no such VLAN'
      vlan.name = name
      return null
    },
    join(port, vlan, how) {
      if (how === 'tagged') {
        port.untagged = without(port.untagged, vlan)
        port.tagged = withId(port.tagged, vlan)
        return null
      }
      if (rules.oneUntagged && port.untagged.some(id => id !== vlan)) return 'untagged elsewhere'
      port.tagged = without(port.tagged, vlan)
      port.untagged = withId(port.untagged, vlan)
      if (rules.oneUntagged) port.pvid = vlan
      return null
    },
    leave(port, vlan) {
      port.tagged = without(port.tagged, vlan)
      port.untagged = without(port.untagged, vlan)
      if (rules.oneUntagged && port.pvid === vlan) port.pvid = 1
    },
  }
}
