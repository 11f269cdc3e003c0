import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Target } from '@linecard/plugin-kit'
import type { Learnt } from '../snmp/index.ts'

/** What is remembered of a device when its connections are closed. */
export interface DeviceMemory {
  deviceId: number | null
  /** What SNMP has learnt about the agent. */
  learnt: Learnt | null
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
export type DeviceMemories = LRUCache<string, DeviceMemory>

export const createDeviceMemories = (): DeviceMemories => new LRUCache({ max: maxDevices })

export function memoryOf(memories: DeviceMemories, key: string, deviceId: number | null): DeviceMemory {
  let memory = memories.get(key)
  if (!memory) {
    memory = { deviceId, learnt: null, memos: new LRUCache({ max: maxMemosOfDevice }) }
    memories.set(key, memory)
  }
  memory.deviceId ??= deviceId
  return memory
}

export function forgetMemory(memories: DeviceMemories, deviceId: number): void {
  const known = [...memories].filter(([, memory]) => memory.deviceId === deviceId)
  for (const [key] of known) memories.delete(key)
}
