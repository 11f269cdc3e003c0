import { createHash } from 'node:crypto'
import { createCharsetMemory, type CharsetMemory } from '@linecard/driver-kit'
import { LRUCache } from 'lru-cache'
import type { Target } from '@linecard/plugin-kit'
import { mostRecent } from '../limits/recent.ts'
import { type KeptHabits, maxHabits, type SnmpHabits } from './habits.ts'

/** What is remembered of a device when its connections are closed. */
export interface DeviceMemory {
  deviceId: number | null
  /** What SNMP has learnt about the agent. */
  habits: SnmpHabits
  /** In which charset its texts are. */
  charset: CharsetMemory
  /** Values that drivers keep with `Session.memo`. */
  memos: LRUCache<string, Promise<unknown>>
}

/** Devices whose memory is kept: the index maps of a large OLT have megabytes. */
const maxDevices = 2000
const maxMemosOfDevice = 100

/** Names a device with the way to reach it. Credentials are in it only as a hash. */
export function connectionKey({ ip, snmp }: Target): string {
  const { port, ...access } = snmp
  return `${ip}|${port}|${createHash('sha256').update(JSON.stringify(access)).digest('base64url')}`
}

/** By `connectionKey`. */
export interface DeviceMemories {
  values: LRUCache<string, DeviceMemory>
  habits: LRUCache<string, SnmpHabits>
  /** Those that outlive the process. */
  kept: KeptHabits
}

export const createDeviceMemories = (kept: KeptHabits): DeviceMemories => ({
  kept,
  values: new LRUCache({ max: maxDevices }),
  habits: mostRecent(maxHabits),
})

export function memoryOf(memories: DeviceMemories, key: string, deviceId: number | null): DeviceMemory {
  let memory = memories.values.get(key)
  if (!memory) {
    const before = deviceId === null ? null : memories.kept.of(deviceId)
    const habits = memories.habits.get(key) ?? {
      learnt: before?.learnt ?? null,
      roundTrip: before?.roundTrip ?? null,
      plan: new Map(),
    }
    memories.habits.set(key, habits)
    memory = {
      deviceId,
      habits,
      charset: createCharsetMemory(),
      memos: new LRUCache({ max: maxMemosOfDevice }),
    }
    memories.values.set(key, memory)
  }
  memory.deviceId ??= deviceId
  return memory
}

export function forgetMemory({ values, habits }: DeviceMemories, deviceId: number): void {
  const known = [...values].filter(([, memory]) => memory.deviceId === deviceId)
  for (const [key] of known) {
    values.delete(key)
    habits.delete(key)
  }
}
