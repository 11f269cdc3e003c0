import type { Mib } from '../snmp/mib.ts'
import { type Cable, type CableKind, type LldpAnnouncement, createCable } from './cable.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Identity, SystemFacts } from './identity.ts'
import { type Port, neverCleared } from './port.ts'
import type { Restartable } from './restartable.ts'
import { macOf } from './values.ts'

/** One end of a cable between two devices of a scene. */
export interface CableEnd {
  cable: Cable
  end: 0 | 1
}

export interface SimulatedOptions {
  name: string
  ip: string
  location?: string
  contact?: string
  /** Seed of all random draws. The same seed gives the same events. Default: the name. */
  seed?: string
  clock?: Clock
  /** sysUpTime at the start, in ms. Default: about 40 days. */
  uptimeMs?: number
  /** Cables to other devices, by port name. */
  cables?: Readonly<Record<string, CableEnd>>
}

/** A simulated device: its MIB, and its state for tests. */
export interface SimulatedDevice {
  identity: Identity
  mib: Mib
  ports: readonly Port[]
  /**
   * The MIB of another context: contextName of SNMPv3, or the part of the community after its last `@`, with
   * the `@`. Undefined if there is no such context.
   */
  context?(name: string): Mib | undefined
  /** Switches and OLTs can restart. */
  control?: Restartable
}

/** What all kinds of simulated devices share. */
export interface DeviceBase {
  facts: SystemFacts
  seed: string
  clock: Clock
  /** Time at which the simulation starts, in ms since 1970. */
  startMs: number
  cables: Readonly<Record<string, CableEnd>>
}

export function deviceBase(
  options: SimulatedOptions,
  own: {
    sysDescr: string
    sysObjectId: string
    capabilities: number
    oui?: readonly [number, number, number]
  },
): DeviceBase {
  const clock = options.clock ?? systemClock
  const seed = options.seed ?? options.name
  const startMs = clock.now()
  return {
    seed,
    clock,
    startMs,
    cables: options.cables ?? {},
    facts: {
      sysDescr: own.sysDescr,
      sysObjectId: own.sysObjectId,
      capabilities: own.capabilities,
      mac: macOf(`${seed} mac`, own.oui),
      ip: options.ip,
      sysName: options.name,
      contact: options.contact ?? 'noc@example.net',
      location: options.location ?? '',
      bootMs: startMs - (options.uptimeMs ?? 40.3 * 86_400_000),
    },
  }
}

type NewPort = Omit<Port, 'cable' | 'end' | 'untagged' | 'mode' | 'forcedMbps' | 'zero'> & {
  kind: CableKind
  rates: readonly [number, number]
}

/**
 * Makes a port with a cable: the one of the scene under `cableName`, or a new one that leads to subscribers.
 */
export function createPort(
  { kind, rates, ...port }: NewPort,
  cableName: string,
  { cables, seed, startMs, facts }: DeviceBase,
  lldp: { portId: Buffer; portIdSubtype: number } = { portId: Buffer.from(port.ifName), portIdSubtype: 5 },
): Port {
  const { cable, end } = cables[cableName] ?? {
    cable: createCable({ seed: `${seed} ${port.ifName}`, startMs, kind, rates }),
    end: 0 as const,
  }
  const announcement: LldpAnnouncement = {
    system: facts,
    ...lldp,
    portDescr: port.ifDescr || port.ifName,
    speedMbps: port.speedMbps,
  }
  cable.ends[end] = announcement
  const untagged = port.bridgePort === undefined || port.tagged.includes(port.pvid) ? [] : [port.pvid]
  return {
    ...port,
    cable,
    end,
    untagged,
    mode: port.tagged.length > 0 ? 'trunk' : 'access',
    forcedMbps: null,
    zero: neverCleared,
  }
}
