import { type SnmpTuning, DeviceError } from '@linecard/driver-kit'
import type { Target } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import type { OpenConsole } from '../console/open.ts'
import type { OpenRouterOs } from '../router-os/open.ts'
import { addStats, type OpenSnmpOptions, type SnmpConnection, type SnmpStats } from '../snmp/index.ts'
import type { SlotLimits, Slots } from '../waiting/slots.ts'
import { createKeptConsole, type KeptConsole } from './console.ts'
import type { KeptHabits } from './habits.ts'
import type { DeviceMemories, DeviceMemory } from './memory.ts'
import { createKeptRouterOs, type KeptRouterOs } from './router-os.ts'
import { createWaitingLine } from '../waiting/line.ts'

/** Settings of the plugin. They are read at every use, because they may change while calls wait. */
type QueueLimits = Pick<Config, 'device_queue' | 'busy_wait_ms'>

/** The queue of one device: one call has its turn at a time, in the order of asking. */
interface DeviceQueue {
  /**
   * Resolves when the turn begins. Throws DeviceBusy, or the signal's reason. `poll`: all others come first.
   */
  take(turn: { kind: 'read' | 'change'; what: string; signal: AbortSignal; poll?: boolean }): Promise<void>
  /** Ends the turn. */
  release(): void
}

function createDeviceQueue(ip: string, limits: QueueLimits): DeviceQueue {
  const line = createWaitingLine()
  const polls = createWaitingLine()
  let taken = false
  /** Of the change that has its turn: the timer of `busy_wait_ms`, or `long` after it. */
  let changing: NodeJS.Timeout | 'long' | null = null
  let change = { what: '', since: 0 }
  const busy = () => {
    const seconds = Math.round((performance.now() - change.since) / 1000)
    return new DeviceError(
      'DeviceBusy',
      `A change of ${ip} is in progress: ${change.what}, for ${seconds} s; try again when it is done.`,
    )
  }

  return {
    async take({ kind, what, signal, poll = false }) {
      signal.throwIfAborted()
      if (changing === 'long') throw busy()
      if (taken) {
        if (line.length >= limits.device_queue)
          throw new DeviceError(
            'DeviceBusy',
            `${line.length} calls already wait for ${ip}; try again in a moment.`,
          )
        await (poll ? polls : line).join(signal)
      }
      taken = true
      if (kind === 'change') {
        change = { what, since: performance.now() }
        changing = setTimeout(() => {
          changing = 'long'
          line.reject(busy())
          polls.reject(busy())
        }, limits.busy_wait_ms)
      }
    },
    release() {
      if (changing && changing !== 'long') clearTimeout(changing)
      changing = null
      if (!line.next() && !polls.next()) taken = false
    },
  }
}

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
