import type { SnmpTuning } from '@linecard/driver-kit'
import type { Target } from '@linecard/plugin-kit'
import type { OpenConsole } from '../cli/open.ts'
import { createRouterOsDesk, type RouterOsDesk } from '../router-os/desk.ts'
import type { OpenRouterOs } from '../router-os/open.ts'
import { createDesk, type Desk } from './desk.ts'
import { createLane, type Lane, type LaneLimits } from './lane.ts'
import { linkKey, type OpenLink, type SnmpLink } from './link.ts'
import { createMemory, type DeviceMemory } from './memory.ts'
import { newStats, type SnmpStats } from '../snmp/types.ts'
import { createSlots, type SlotLimits } from './slots.ts'

export interface PoolOptions extends SlotLimits, LaneLimits {
  open: OpenLink
  /** Signs in to a console. */
  openConsole: OpenConsole
  /** Signs in to a RouterOS API. */
  openRouterOs: OpenRouterOs
  /** How long an unused session stays open. */
  readonly idleMs: number
}

export interface Turn {
  target: Target
  tuning: SnmpTuning
  kind: 'read' | 'change'
  signal: AbortSignal
}
/** A device for the time of one turn. */
export interface OpenDevice {
  snmp: SnmpLink
  desk: Desk
  routerOs: RouterOsDesk
  memory: DeviceMemory
}

export interface Pool {
  /**
   * Runs the job in the device's one session, when its turn has come. Throws DeviceBusy, EQUIPMENT_OVERLOADED
   * or the signal's reason while waiting.
   */
  run<T>(turn: Turn, job: (device: OpenDevice) => Promise<T>): Promise<T>
  /** Closes the device's session, now or after the running call, and forgets what was remembered. */
  forget(deviceId: number): void
  close(): void
  readonly stats: { open: number; waiting: number; devices: number }
  /** Counts of all sessions that ever were, the open ones included. */
  readonly snmp: SnmpStats
}

/** How long a console may take back to its main mode, in ms. */
const restMs = 5_000

interface Entry {
  lane: Lane
  desk: Desk
  routerOs: RouterOsDesk
  link: SnmpLink | null
  tuning: string
  users: number
  deviceId: number | null
  timer: NodeJS.Timeout | null
}

function addStats(total: SnmpStats, more: Readonly<SnmpStats>): void {
  for (const name of Object.keys(total) as (keyof SnmpStats)[]) total[name] += more[name]
}

/**
 * Sessions of all devices: one a device, opened on first use, kept for a while, closed early when others wait
 * for a slot.
 */
export function createPool(options: PoolOptions): Pool {
  const entries = new Map<string, Entry>()
  const idle = new Map<string, Entry>()
  const memory = createMemory()
  const slots = createSlots(options)
  const past = newStats()

  function shut(entry: Entry): void {
    if (!entry.link) return
    entry.link.close()
    addStats(past, entry.link.stats)
    entry.link = null
    slots.give()
  }
  function drop(key: string, entry: Entry): void {
    if (entry.timer) clearTimeout(entry.timer)
    idle.delete(key)
    entries.delete(key)
    entry.desk.close()
    entry.routerOs.close()
    shut(entry)
  }
  function rest(key: string, entry: Entry): void {
    if (!entry.link || slots.waiting > 0 || options.idleMs === 0) return drop(key, entry)
    idle.set(key, entry)
    entry.timer = setTimeout(() => drop(key, entry), options.idleMs).unref()
  }
  function wake(key: string, target: Target): Entry {
    const entry = entries.get(key) ?? {
      lane: createLane(target.ip, options),
      desk: createDesk(options.openConsole),
      routerOs: createRouterOsDesk(options.openRouterOs),
      link: null,
      tuning: '',
      users: 0,
      deviceId: null,
      timer: null,
    }
    entries.set(key, entry)
    if (entry.timer) clearTimeout(entry.timer)
    entry.timer = null
    idle.delete(key)
    entry.deviceId ??= target.deviceId
    entry.users++
    return entry
  }
  async function link(
    entry: Entry,
    { target, tuning, signal }: Turn,
    { learnt }: DeviceMemory,
  ): Promise<SnmpLink> {
    const wish = JSON.stringify(tuning)
    if (entry.link && entry.tuning === wish) return entry.link
    shut(entry)
    if (slots.taken >= options.maxSessions)
      for (const [key, sleeper] of idle) {
        drop(key, sleeper)
        break
      }
    await slots.take(signal)
    try {
      entry.link = options.open({ ip: target.ip, access: target.snmp, tuning, ...(learnt && { learnt }) })
    } catch (error) {
      slots.give()
      throw error
    }
    entry.tuning = wish
    return entry.link
  }

  return {
    async run(turn, job) {
      const key = linkKey(turn.target)
      const entry = wake(key, turn.target)
      try {
        const endTurn = await entry.lane.take(turn.kind, turn.signal)
        try {
          const known = memory.of(key, turn.target.deviceId)
          const snmp = await link(entry, turn, known)
          try {
            return await job({ snmp, desk: entry.desk, routerOs: entry.routerOs, memory: known })
          } finally {
            known.learnt = snmp.learnt
            const rested = AbortSignal.timeout(restMs)
            await Promise.all([entry.desk.rest(rested), entry.routerOs.rest(rested)])
          }
        } catch (error) {
          // A session that failed may still have questions in flight: the next call starts afresh.
          shut(entry)
          throw error
        } finally {
          endTurn()
        }
      } finally {
        if (--entry.users === 0) rest(key, entry)
      }
    },
    forget(deviceId) {
      memory.forget(deviceId)
      for (const [key, entry] of entries) {
        if (entry.deviceId !== deviceId) continue
        if (entry.users === 0) drop(key, entry)
        else entry.tuning = ''
      }
    },
    close() {
      for (const [key, entry] of entries) drop(key, entry)
    },
    get snmp() {
      const total = { ...past }
      for (const entry of entries.values()) if (entry.link) addStats(total, entry.link.stats)
      return total
    },
    get stats() {
      return { open: slots.taken, waiting: slots.waiting, devices: entries.size }
    },
  }
}
