import type { SnmpTuning } from '@linecard/driver-kit'
import type { Target } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import type { OpenConsole } from '../console/open.ts'
import type { OpenRouterOs } from '../router-os/open.ts'
import {
  addStats,
  newStats,
  type OpenSnmpOptions,
  type SnmpConnection,
  type SnmpStats,
} from '../snmp/index.ts'
import { createSlots, type SlotLimits, type Slots } from '../waiting/slots.ts'
import { createKeptConsole, type KeptConsole } from './console.ts'
import {
  createDeviceMemories,
  forgetMemory,
  memoryOf,
  type DeviceMemories,
  type DeviceMemory,
} from './memory.ts'
import { createDeviceQueue, type DeviceQueue, type QueueLimits } from './queue.ts'
import { createKeptRouterOs, type KeptRouterOs } from './router-os.ts'

export type OpenSnmp = (options: OpenSnmpOptions) => SnmpConnection

export interface PoolOptions {
  /** They are read at every use, because they may change. */
  settings: SlotLimits & QueueLimits & Pick<Config, 'session_idle_sec'>
  openSnmp: OpenSnmp
  openConsole: OpenConsole
  openRouterOs: OpenRouterOs
}

export interface Turn {
  /** `connectionKey` of the target. */
  key: string
  target: Target
  /** Compared by identity: another object opens SNMP again. */
  tuning: SnmpTuning | undefined
  kind: 'read' | 'change'
  /** The module, for those who wait. */
  what: string
  signal: AbortSignal
}

/** The connections of a device, for the time of one turn. */
export interface DeviceConnections {
  snmp: SnmpConnection
  console: KeptConsole
  routerOs: KeptRouterOs
  memory: DeviceMemory
}

/**
 * The connections of all devices. Those of one device are opened on first use and kept for a while; they are
 * closed earlier when other devices wait for a slot.
 */
export interface Pool {
  /**
   * Runs the work when the device's turn has come. Throws DeviceBusy, EQUIPMENT_OVERLOADED or the signal's
   * reason while it waits.
   */
  run<T>(turn: Turn, work: (device: DeviceConnections) => Promise<T>): Promise<T>
  /** Closes the connections of a device in a turn of its own, so that the next call opens new ones. */
  renew(turn: Turn): Promise<void>
  /** Closes the connections of a device, now or after the running call, and forgets what was remembered. */
  forget(deviceId: number): void
  close(): void
  readonly stats: { open: number; waiting: number; devices: number }
  /** Counts of all SNMP connections since the start, the open ones included. */
  readonly snmp: SnmpStats
}

interface Entry {
  key: string
  queue: DeviceQueue
  console: KeptConsole
  routerOs: KeptRouterOs
  snmp: SnmpConnection | null
  tuning: SnmpTuning | undefined
  /** SNMP is to be opened again after `forget`. */
  stale: boolean
  users: number
  deviceId: number | null
  idleTimer: NodeJS.Timeout | null
}

/** What the functions of a pool share. */
interface State extends PoolOptions {
  entries: Map<string, Entry>
  /** Entries whose connections are open and not used, the one that is idle for longest first. */
  idle: Set<Entry>
  memories: DeviceMemories
  slots: Slots
  /** Counts of the SNMP connections that are closed. */
  past: SnmpStats
}

function entryOf({ entries, settings, openConsole, openRouterOs }: State, { key, target }: Turn): Entry {
  let entry = entries.get(key)
  if (!entry) {
    entry = {
      key,
      queue: createDeviceQueue(target.ip, settings),
      console: createKeptConsole(openConsole),
      routerOs: createKeptRouterOs(openRouterOs),
      snmp: null,
      tuning: undefined,
      stale: false,
      users: 0,
      deviceId: null,
      idleTimer: null,
    }
    entries.set(key, entry)
  }
  entry.deviceId ??= target.deviceId
  return entry
}

function closeSnmp({ past, slots }: State, entry: Entry): void {
  if (!entry.snmp) return
  entry.snmp.close()
  addStats(past, entry.snmp.stats)
  entry.snmp = null
  slots.release()
}

function drop(state: State, entry: Entry): void {
  if (entry.idleTimer) clearTimeout(entry.idleTimer)
  state.idle.delete(entry)
  state.entries.delete(entry.key)
  entry.console.close()
  entry.routerOs.close()
  closeSnmp(state, entry)
}

/** Keeps connections that nobody uses until they have been idle for too long. */
function keepIdle(state: State, entry: Entry): void {
  const idleMs = state.settings.session_idle_sec * 1000
  if (!entry.snmp || state.slots.waiting > 0 || idleMs === 0) return drop(state, entry)
  state.idle.add(entry)
  entry.idleTimer = setTimeout(() => drop(state, entry), idleMs).unref()
}

async function connect(
  state: State,
  entry: Entry,
  { target, tuning, signal }: Turn,
  { learnt }: DeviceMemory,
): Promise<SnmpConnection> {
  const { slots, settings, idle, openSnmp } = state
  if (entry.snmp && entry.tuning === tuning && !entry.stale) return entry.snmp
  closeSnmp(state, entry)
  const [oldest] = slots.taken >= settings.max_sessions ? idle : []
  if (oldest) drop(state, oldest)
  await slots.take(signal)
  try {
    entry.snmp = openSnmp({ ip: target.ip, access: target.snmp, tuning, ...(learnt && { learnt }) })
  } catch (error) {
    slots.release()
    throw error
  }
  entry.tuning = tuning
  entry.stale = false
  return entry.snmp
}

async function runInTurn<T>(
  state: State,
  entry: Entry,
  turn: Turn,
  work: (device: DeviceConnections) => Promise<T>,
): Promise<T> {
  const { console, routerOs } = entry
  try {
    const memory = memoryOf(state.memories, turn.key, turn.target.deviceId)
    const snmp = await connect(state, entry, turn, memory)
    try {
      return await work({ snmp, console, routerOs, memory })
    } finally {
      memory.learnt = snmp.learnt
      await Promise.all([console.rest(), routerOs.rest()])
    }
  } catch (error) {
    // A failed connection may still have open questions: the next call gets a new one.
    closeSnmp(state, entry)
    throw error
  }
}

export function createPool(options: PoolOptions): Pool {
  const entries = new Map<string, Entry>()
  const memories = createDeviceMemories()
  const slots = createSlots(options.settings)
  const past = newStats()
  const state: State = { ...options, entries, idle: new Set(), memories, slots, past }
  const pool: Pool = {
    async renew(turn) {
      await pool.run(turn, async ({ console, routerOs }) => {
        console.close()
        routerOs.close()
        entryOf(state, turn).stale = true
      })
    },
    async run(turn, work) {
      const entry = entryOf(state, turn)
      if (entry.idleTimer) clearTimeout(entry.idleTimer)
      entry.idleTimer = null
      state.idle.delete(entry)
      entry.users++
      try {
        await entry.queue.take(turn)
        try {
          return await runInTurn(state, entry, turn, work)
        } finally {
          entry.queue.release()
        }
      } finally {
        if (--entry.users === 0) keepIdle(state, entry)
      }
    },
    forget(deviceId) {
      forgetMemory(memories, deviceId)
      for (const entry of entries.values()) {
        if (entry.deviceId !== deviceId) continue
        if (entry.users === 0) drop(state, entry)
        else entry.stale = true
      }
    },
    close() {
      for (const entry of entries.values()) drop(state, entry)
    },
    get snmp() {
      const total = { ...past }
      for (const { snmp } of entries.values()) if (snmp) addStats(total, snmp.stats)
      return total
    },
    get stats() {
      return { open: slots.taken, waiting: slots.waiting, devices: entries.size }
    },
  }
  return pool
}
