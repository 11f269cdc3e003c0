import type { Clock } from './clock.ts'
import type { Vlan } from './parts/bridge.ts'
import type { SystemFacts } from './parts/system.ts'
import { type Port, adminUp, isMember, neverCleared, zeroAt } from './port.ts'
import { configured } from './timeline.ts'

/** What makes vendors differ in how they are configured. */
export interface ControlTraits {
  /** An untagged member's port gets the VLAN as its PVID, and may be untagged in one VLAN only. */
  oneUntagged?: boolean
  /** Name of a VLAN that is made without one. */
  vlanName(id: number): string
}

export type Refusal =
  | 'no such VLAN'
  | 'VLAN exists'
  | 'default VLAN'
  | 'VLAN id out of range'
  | 'untagged elsewhere'

/**
 * The running configuration of a switch: SNMP and the command line change the same. What is not saved is lost
 * in a reboot.
 */
export interface SwitchControl {
  readonly facts: SystemFacts
  /** Ports of the bridge. */
  readonly ports: readonly Port[]
  readonly vlans: readonly Vlan[]
  now(): number
  createVlan(id: number, name?: string): Refusal | null
  deleteVlan(id: number): Refusal | null
  renameVlan(id: number, name: string): Refusal | null
  /** Membership; a VLAN that does not exist yet may be joined. */
  join(port: Port, vlan: number, how: 'tagged' | 'untagged'): Refusal | null
  leave(port: Port, vlan: number): void
  setAdmin(port: Port, enabled: boolean): void
  setMode(port: Port, mode: Port['mode']): void
  clearCounters(ports?: readonly Port[]): void
  /** The running configuration differs from the saved one. */
  readonly unsaved: boolean
  save(): void
  /**
   * The device is gone for a while, then comes back with what was saved; sysUpTime and counters begin anew.
   */
  reboot(): void
  /** It restarts and answers nobody. */
  readonly down: boolean
  onReboot(listener: () => void): void
}

interface Saved {
  texts: [sysName: string, contact: string, location: string]
  vlans: Vlan[]
  ports: {
    alias: string
    admin: boolean
    pvid: number
    tagged: readonly number[]
    untagged: readonly number[]
    mode: Port['mode']
    mbps: number | null
    poe: boolean | null
  }[]
}

const without = (list: readonly number[], id: number): number[] => list.filter(one => one !== id)
const withId = (list: readonly number[], id: number): number[] =>
  list.includes(id) ? [...list] : [...list, id].toSorted((a, b) => a - b)

export function switchControl(
  facts: SystemFacts,
  ports: readonly Port[],
  initial: readonly Vlan[],
  clock: Clock,
  traits: ControlTraits,
  rebootMs: number,
): SwitchControl {
  let vlans: Vlan[] = initial.map(vlan => ({ ...vlan }))
  let downUntil = -Infinity
  const listeners: (() => void)[] = []
  const find = (id: number) => vlans.find(vlan => vlan.id === id)

  const snapshot = (): Saved => ({
    texts: [facts.sysName, facts.contact, facts.location],
    vlans: vlans.map(vlan => ({ ...vlan })),
    ports: ports.map(port => ({
      alias: port.alias,
      admin: adminUp(port),
      pvid: port.pvid,
      tagged: port.tagged,
      untagged: port.untagged,
      mode: port.mode,
      mbps: port.forcedMbps,
      poe: port.poe?.enabled ?? null,
    })),
  })
  let saved = snapshot()
  const restore = (): void => {
    ;[facts.sysName, facts.contact, facts.location] = saved.texts
    vlans = saved.vlans.map(vlan => ({ ...vlan }))
    for (const [at, { alias, admin, pvid, tagged, untagged, mode, mbps, poe }] of saved.ports.entries()) {
      const port = ports[at]!
      Object.assign(port, { alias, pvid, tagged, untagged, mode, forcedMbps: mbps })
      if (port.poe) port.poe.enabled = poe!
      port.link.setAdmin(port.end, admin, clock.now())
    }
  }

  return {
    facts,
    ports,
    get vlans() {
      return vlans
    },
    now: () => clock.now(),
    createVlan(id, name = traits.vlanName(id)) {
      if (id < 1 || id > 4094) return 'VLAN id out of range'
      if (find(id)) return 'VLAN exists'
      vlans = [...vlans, { id, name }].toSorted((a, b) => a.id - b.id)
      configured()
      return null
    },
    deleteVlan(id) {
      if (!find(id)) return 'no such VLAN'
      if (id === 1) return 'default VLAN'
      vlans = vlans.filter(vlan => vlan.id !== id)
      for (const port of ports) {
        const bare = port.untagged.includes(id)
        port.tagged = without(port.tagged, id)
        port.untagged = without(port.untagged, id)
        if (port.pvid !== id) continue
        // A port without its VLAN falls back to the default one.
        port.pvid = 1
        if (bare && !isMember(port, 1)) port.untagged = withId(port.untagged, 1)
      }
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
      if (traits.oneUntagged && port.untagged.some(id => id !== vlan)) return 'untagged elsewhere'
      port.tagged = without(port.tagged, vlan)
      port.untagged = withId(port.untagged, vlan)
      if (traits.oneUntagged) port.pvid = vlan
      return null
    },
    leave(port, vlan) {
      port.tagged = without(port.tagged, vlan)
      port.untagged = without(port.untagged, vlan)
      if (traits.oneUntagged && port.pvid === vlan) port.pvid = 1
    },
    setMode(port, mode) {
      port.mode = mode
      configured()
    },
    setAdmin(port, enabled) {
      port.link.setAdmin(port.end, enabled, clock.now())
    },
    clearCounters(of = ports) {
      for (const port of of) port.zero = zeroAt(port, clock.now())
    },
    get unsaved() {
      return JSON.stringify(snapshot()) !== JSON.stringify(saved)
    },
    save() {
      saved = snapshot()
    },
    reboot() {
      const now = clock.now()
      downUntil = now + rebootMs
      restore()
      for (const port of ports) {
        port.link.cut(now, rebootMs)
        port.zero = { ...zeroAt(port, now), atMs: neverCleared.atMs }
      }
      facts.bootMs = downUntil
      configured()
      for (const listener of listeners) listener()
    },
    get down() {
      return clock.now() < downUntil
    },
    onReboot: listener => {
      listeners.push(listener)
    },
  }
}
