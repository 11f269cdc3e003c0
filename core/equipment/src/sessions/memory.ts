import { createLru, type Lru } from './lru.ts'
import type { Learnt } from './link.ts'

/**
 * What is remembered of a device between its sessions: what SNMP learnt, and what drivers hold dear
 * (`Session.memo`).
 */
export interface DeviceMemory {
  deviceId: number | null
  learnt: Learnt | null
  memos: Lru<{ value: Promise<unknown>; until: number }>
}

/** Devices remembered at most; index maps of a large OLT are megabytes. */
const devices = 2000
/** Memos of one device at most. */
const memosOfDevice = 100

export interface Memory {
  of(key: string, deviceId: number | null): DeviceMemory
  forget(deviceId: number): void
}

export function createMemory(): Memory {
  const known = createLru<DeviceMemory>(devices)
  return {
    of(key, deviceId) {
      const found = known.get(key) ?? { deviceId, learnt: null, memos: createLru(memosOfDevice) }
      found.deviceId ??= deviceId
      known.set(key, found)
      return found
    },
    forget: deviceId => known.deleteWhere(memory => memory.deviceId === deviceId),
  }
}
