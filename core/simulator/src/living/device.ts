import type { Mib } from '../mib.ts'
import type { SwitchControl } from './control.ts'
import { type Clock, systemClock } from './clock.ts'
import { type Identity, type Link, type LinkEnd, type LinkKind, createLink } from './link.ts'
import type { SystemFacts } from './parts/system.ts'
import { type Port, neverCleared } from './port.ts'
import { macOf } from './values.ts'

/** One end of a cable between two devices of a scene. */
export interface Cable {
  link: Link
  end: 0 | 1
}

export interface LivingOptions {
  name: string
  ip: string
  location?: string
  contact?: string
  /** All that happens is drawn from it. Default: the name. */
  seed?: string
  clock?: Clock
  /** sysUpTime at the start, in ms. Default about 40 days. */
  uptimeMs?: number
  /** Cables to other devices, by port name. */
  cables?: Readonly<Record<string, Cable>>
}

/** A simulated device: its MIB, and what is behind it for tests to look at. */
export interface LivingDevice {
  identity: Identity
  mib: Mib
  ports: readonly Port[]
  /**
   * Another view of the agent, by contextName of SNMPv3 or by what stands behind the community; undefined:
   * there is none of that name.
   */
  context?(name: string): Mib | undefined
  /** What can be configured; of switches. */
  control?: SwitchControl
}

/** What every kind of living device begins with. */
export interface Ground {
  facts: SystemFacts
  seed: string
  clock: Clock
  startMs: number
  cables: Readonly<Record<string, Cable>>
}

export function ground(
  options: LivingOptions,
  own: {
    sysDescr: string
    sysObjectId: string
    capabilities: number
    oui?: readonly [number, number, number]
  },
): Ground {
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

type NewPort = Omit<Port, 'link' | 'end' | 'untagged' | 'mode' | 'forcedMbps' | 'zero'> & {
  kind: LinkKind
  rates: readonly [number, number]
}

/** Puts a cable into a port: the scene's where it has one, else one of its own that leads to subscribers. */
export function plug(
  { kind, rates, ...port }: NewPort,
  cable: string,
  { cables, seed, startMs, facts }: Ground,
  lldp: { portId: Buffer; portIdSubtype: number } = { portId: Buffer.from(port.ifName), portIdSubtype: 5 },
): Port {
  const shared = cables[cable]
  const { link, end } = shared ?? {
    link: createLink({ seed: `${seed} ${port.ifName}`, startMs, kind, rates }),
    end: 0 as const,
  }
  const announced: LinkEnd = {
    system: facts,
    ...lldp,
    portDescr: port.ifDescr || port.ifName,
    speedMbps: port.speedMbps,
  }
  link.ends[end] = announced
  const untagged = port.bridgePort === undefined || port.tagged.includes(port.pvid) ? [] : [port.pvid]
  return {
    ...port,
    link,
    end,
    untagged,
    mode: port.tagged.length > 0 ? 'trunk' : 'access',
    forcedMbps: null,
    zero: neverCleared,
  }
}
