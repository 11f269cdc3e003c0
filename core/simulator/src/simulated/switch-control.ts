import type { Clock } from './clock.ts'
import type { SystemFacts } from './identity.ts'
import { type Port, adminUp, neverCleared, zeroAt } from './port.ts'
import type { Restartable, Service } from './restartable.ts'
import { configured } from './timeline.ts'
import { type VlanConfiguration, type VlanRules, createVlanConfiguration } from './vlan-configuration.ts'
import type { Vlan } from './vlan.ts'

/**
 * A restart at a moment of the device's clock. It needs no timer: it happens when somebody asks for the time.
 */
interface ScheduledRestart {
  now(): number
  /** In ms since 1970; null: none is scheduled. */
  restartsAt(): number | null
  /** Null cancels it. `instead`: what the device does then instead of a restart. */
  scheduleRestart(afterMs: number | null, instead?: () => void): void
}

/** @param restart called with the moment for which it was scheduled */
function createScheduledRestart(clock: Clock, restart: (atMs: number) => void): ScheduledRestart {
  let at: number | null = null
  let act = restart
  const now = () => {
    const time = clock.now()
    if (at !== null && time >= at) {
      const due = at
      at = null
      act(due)
    }
    return time
  }
  return {
    now,
    restartsAt() {
      now()
      return at
    },
    scheduleRestart(afterMs, instead = undefined) {
      act = instead ?? restart
      at = afterMs === null ? null : clock.now() + afterMs
    },
  }
}

/**
 * The running configuration of a switch. SNMP and the console change the same one. A reboot discards what is
 * not saved: the device stops answering for `rebootMs`, then comes back with the saved configuration.
 * sysUpTime and counters start from zero.
 */
export interface SwitchControl extends VlanConfiguration, Restartable, ScheduledRestart {
  readonly facts: SystemFacts
  /** Ports of the bridge. */
  readonly ports: readonly Port[]
  readonly vlans: readonly Vlan[]
  setAdmin(port: Port, enabled: boolean): void
  setMode(port: Port, mode: Port['mode']): void
  clearCounters(ports?: readonly Port[]): void
  readonly off: ReadonlySet<Service>
  /** Switches a service on or off. A session that is open stays open. */
  setService(service: Service, on: boolean): void
  /** The running configuration differs from the saved one. */
  readonly unsaved: boolean
  save(): void
}

interface Configuration {
  texts: [sysName: string, contact: string, location: string]
  vlans: Vlan[]
  off: readonly Service[]
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

const copyOf = (vlans: readonly Vlan[]): Vlan[] => vlans.map(vlan => ({ ...vlan }))

const configurationOf = (
  facts: SystemFacts,
  vlans: readonly Vlan[],
  off: readonly Service[],
  ports: readonly Port[],
): Configuration => ({
  texts: [facts.sysName, facts.contact, facts.location],
  vlans: copyOf(vlans),
  off: off.toSorted(),
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

function restorePorts(ports: readonly Port[], saved: Configuration['ports'], now: number): void {
  for (const [at, { alias, admin, pvid, tagged, untagged, mode, mbps, poe }] of saved.entries()) {
    const port = ports[at]!
    Object.assign(port, { alias, pvid, tagged, untagged, mode, forcedMbps: mbps })
    if (port.poe) port.poe.enabled = poe!
    port.cable.setAdmin(port.end, admin, now)
  }
}

/** @param rebootMs how long a reboot takes */
export function createSwitchControl(
  facts: SystemFacts,
  ports: readonly Port[],
  initial: readonly Vlan[],
  clock: Clock,
  rules: VlanRules,
  rebootMs: number,
): SwitchControl {
  const state = { vlans: copyOf(initial) }
  const off = new Set<Service>()
  const present = () => configurationOf(facts, state.vlans, [...off], ports)
  let saved = present()
  let downUntil = -Infinity
  const listeners: (() => void)[] = []

  const restart = (now: number) => {
    downUntil = now + rebootMs
    ;[facts.sysName, facts.contact, facts.location] = saved.texts
    state.vlans = copyOf(saved.vlans)
    off.clear()
    for (const service of saved.off) off.add(service)
    restorePorts(ports, saved.ports, now)
    for (const port of ports) {
      port.cable.cut(now, rebootMs)
      port.zero = { ...zeroAt(port, now), atMs: neverCleared.atMs }
    }
    facts.bootMs = downUntil
    configured()
    for (const listener of listeners) listener()
  }
  const timed = createScheduledRestart(clock, restart)

  return {
    ...createVlanConfiguration(state, ports, rules),
    facts,
    ports,
    get vlans() {
      return state.vlans
    },
    ...timed,
    off,
    setService(service, on) {
      if (on) off.delete(service)
      else off.add(service)
      configured()
    },
    setMode(port, mode) {
      port.mode = mode
      configured()
    },
    setAdmin(port, enabled) {
      port.cable.setAdmin(port.end, enabled, clock.now())
    },
    clearCounters(of = ports) {
      for (const port of of) port.zero = zeroAt(port, clock.now())
    },
    get unsaved() {
      return JSON.stringify(present()) !== JSON.stringify(saved)
    },
    save() {
      saved = present()
    },
    reboot() {
      timed.scheduleRestart(null)
      restart(clock.now())
    },
    get down() {
      return timed.now() < downUntil
    },
    onReboot: listener => {
      listeners.push(listener)
    },
  }
}
