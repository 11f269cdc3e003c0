import type { SnmpTuning } from '@linecard/driver-kit'
import type { Target } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import type { OpenConsole } from '../console/open.ts'
import type { OpenRouterOs } from '../router-os/open.ts'
import { addStats, type OpenSnmpOptions, type SnmpConnection, type SnmpStats } from '../snmp/index.ts'
import type { SlotLimits, Slots } from '../waiting/slots.ts'
import { createKeptConsole, type KeptConsole } from './console.ts'
import type { KeptHabits } from './habits.ts'
import type { DeviceMemories, DeviceMemory } from './memory.ts'
import { createDeviceQueue, type DeviceQueue, type QueueLimits } from './queue.ts'
import { createKeptRouterOs, type KeptRouterOs } from './router-os.ts'

export type OpenSnmp = (options: OpenSnmpOptions) => SnmpConnection

export interface PoolOptions {
  /** They are read at every use, because they may change. */
  settings: SlotLimits & QueueLimits & Pick<Config, 'session_idle_sec'>
  openSnmp: OpenSnmp
  openConsole: OpenConsole
  openRouterOs: OpenRouterOs
  habits: KeptHabits
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
  /** A part of a poll: it needs no slot for SNMP, and calls of users come before it. */
  poll?: boolean
  signal: AbortSignal
}

/** The connections of one device. */
export interface Entry {
  key: string
  queue: DeviceQueue
  console: KeptConsole
  routerOs: KeptRouterOs
  snmp: SnmpConnection | null
  /** It has one of the slots. A poll over SNMP alone needs none. */
  slot: boolean
  tuning: SnmpTuning | undefined
  /** SNMP is to be opened again after `forget`. */
  stale: boolean
  users: number
  deviceId: number | null
  idleTimer: NodeJS.Timeout | null
}

/** What the functions of a pool share. */
export interface State extends PoolOptions {
  entries: Map<string, Entry>
  /** Entries whose connections are open and not used, the one that is idle for longest first. */
  idle: Set<Entry>
  memories: DeviceMemories
  slots: Slots
  /** Counts of the SNMP connections that are closed. */
  past: SnmpStats
}

export function entryOf(
  { entries, settings, openConsole, openRouterOs }: State,
  { key, target }: Pick<Turn, 'key' | 'target'>,
): Entry {
  let entry = entries.get(key)
  if (!entry) {
    entry = {
      key,
      queue: createDeviceQueue(target.ip, settings),
      console: createKeptConsole(openConsole),
      routerOs: createKeptRouterOs(openRouterOs),
      snmp: null,
      slot: false,
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

export function closeSnmp({ past, slots }: State, entry: Entry): void {
  if (!entry.snmp) return
  entry.snmp.close()
  addStats(past, entry.snmp.stats)
  entry.snmp = null
  if (entry.slot) slots.release()
  entry.slot = false
}

export function drop(state: State, entry: Entry): void {
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
  if (!entry.snmp || !entry.slot || state.slots.waiting > 0 || idleMs === 0) return drop(state, entry)
  state.idle.add(entry)
  entry.idleTimer = setTimeout(() => drop(state, entry), idleMs).unref()
}

async function takeSlot(state: State, entry: Entry, signal: AbortSignal): Promise<void> {
  const { slots, settings, idle } = state
  if (entry.slot) return
  const [oldest] = slots.taken >= settings.max_sessions ? idle : []
  if (oldest) drop(state, oldest)
  await slots.take(signal)
  entry.slot = true
}

/** The console of a device. A poll that opens it needs a slot from then on. */
export const consoleOf = (state: State, entry: Entry): KeptConsole => ({
  ...entry.console,
  async session(target, profile, onTranscript, signal) {
    await takeSlot(state, entry, signal)
    return entry.console.session(target, profile, onTranscript, signal)
  },
})

/** Opens SNMP, unless it is open already. */
export async function connect(
  state: State,
  entry: Entry,
  { target, tuning, signal, poll }: Turn,
  { habits: { learnt, roundTrip } }: DeviceMemory,
): Promise<SnmpConnection> {
  const { openSnmp } = state
  const slotless = poll && !target.snmp.off && !target.routerOs
  const isOpen = entry.snmp && entry.tuning === tuning && !entry.stale
  if (!isOpen) closeSnmp(state, entry)
  if (!slotless) await takeSlot(state, entry, signal)
  if (isOpen && entry.snmp) return entry.snmp
  try {
    entry.snmp = openSnmp({
      ip: target.ip,
      access: target.snmp,
      tuning,
      roundTrip,
      ...(learnt && { learnt }),
    })
  } catch (error) {
    if (entry.slot) state.slots.release()
    entry.slot = false
    throw error
  }
  entry.tuning = tuning
  entry.stale = false
  return entry.snmp
}

/** From now on somebody uses the connections of a device. */
export function use(state: State, turn: Pick<Turn, 'key' | 'target'>): Entry {
  const entry = entryOf(state, turn)
  if (entry.idleTimer) clearTimeout(entry.idleTimer)
  entry.idleTimer = null
  state.idle.delete(entry)
  entry.users++
  return entry
}

export function leave(state: State, entry: Entry): void {
  if (--entry.users === 0) keepIdle(state, entry)
}
