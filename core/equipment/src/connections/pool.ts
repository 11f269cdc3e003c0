import { addStats, newStats, type SnmpConnection, type SnmpStats } from '../snmp/index.ts'
import { createSlots } from '../waiting/slots.ts'
import type { KeptConsole } from './console.ts'
import {
  closeSnmp,
  connect,
  consoleOf,
  drop,
  entryOf,
  leave,
  use,
  type Entry,
  type PoolOptions,
  type State,
  type Turn,
} from './entry.ts'
import { createDeviceMemories, forgetMemory, memoryOf } from './memory.ts'
import type { SnmpHabits } from './habits.ts'
import type { DeviceMemory } from './memory.ts'
import type { KeptRouterOs } from './router-os.ts'

export type { OpenSnmp } from './entry.ts'

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
  /**
   * Keeps the connections of a device between the turns of one poll. Gives what is remembered of the device,
   * and what ends it.
   */
  hold(turn: Pick<Turn, 'key' | 'target'>): { habits: SnmpHabits; release(): void }
  /** Closes the connections of a device in a turn of its own, so that the next call opens new ones. */
  renew(turn: Turn): Promise<void>
  /** Closes the connections of a device, now or after the running call, and forgets what was remembered. */
  forget(deviceId: number): void
  close(): void
  readonly stats: { open: number; waiting: number; devices: number }
  /** Counts of all SNMP connections since the start, the open ones included. */
  readonly snmp: SnmpStats
}

async function runInTurn<T>(
  state: State,
  entry: Entry,
  turn: Turn,
  work: (device: DeviceConnections) => Promise<T>,
): Promise<T> {
  const { routerOs } = entry
  const console = consoleOf(state, entry)
  try {
    const memory = memoryOf(state.memories, turn.key, turn.target.deviceId)
    const snmp = await connect(state, entry, turn, memory)
    try {
      return await work({ snmp, console, routerOs, memory })
    } finally {
      memory.habits.learnt = snmp.learnt
      memory.habits.roundTrip = snmp.roundTrip
      const { deviceId } = turn.target
      if (deviceId !== null) state.memories.kept.note(deviceId, memory.habits)
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
  const memories = createDeviceMemories(options.habits)
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
    hold(turn) {
      const entry = use(state, turn)
      const { habits } = memoryOf(memories, turn.key, turn.target.deviceId)
      return { habits, release: () => leave(state, entry) }
    },
    async run(turn, work) {
      const entry = use(state, turn)
      try {
        await entry.queue.take(turn)
        try {
          return await runInTurn(state, entry, turn, work)
        } finally {
          entry.queue.release()
        }
      } finally {
        leave(state, entry)
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
