import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { isRenumbered, visibleDevices, visibleInterfaces } from '@linecard/inventory/read'
import type { Names } from './prometheus/labels.ts'

/** A stored interface, as the stores of polls need it. */
export interface Subject {
  id: number
  bind_key: string
  name: string
  type: string
  /** False: an operator wants no values of it. */
  stored: boolean
}

/** An interface in an answer: its bind key and its name. */
interface Ref {
  id: number
  name: string
}

export interface DeviceSubjects {
  device: string
  ip: string
  byKey: ReadonlyMap<string, Subject>
  byId: ReadonlyMap<number, Subject>
}

/** What is remembered of devices, in interfaces. */
const maxRemembered = 500_000
/** Names and switches of interfaces are read again after this time, ms. */
const staleMs = 600_000
/** An interface that is not known yet is looked for again after this time, ms. */
const missingMs = 60_000

const service = { groupIds: null }

async function read(em: SqlEntityManager, deviceId: number): Promise<DeviceSubjects | null> {
  const [device, interfaces] = await Promise.all([
    visibleDevices(em, service)
      .where('d.id', '=', deviceId)
      .clearSelect()
      .select(['d.name', sql<string>`host(d.ip)`.as('ip')])
      .executeTakeFirst(),
    visibleInterfaces(em, service).where('i.device_id', '=', deviceId).select('i.poll_enabled').execute(),
  ])
  if (!device) return null
  const subjects = interfaces.map(({ id, bind_key, name, type, poll_enabled }): Subject => {
    return { id, bind_key, name, type, stored: poll_enabled }
  })
  return {
    device: device.name,
    ip: device.ip,
    byKey: new Map(subjects.map(one => [one.bind_key, one])),
    byId: new Map(subjects.map(one => [one.id, one])),
  }
}

interface Remembered {
  at: number
  subjects: DeviceSubjects | null
}

/** Interfaces by bind key, and names for labels: remembered by device, the longest unused go first. */
export function createSubjects(em: () => SqlEntityManager, clock: () => Date) {
  const known = new Map<number, Remembered>()
  let remembered = 0
  const sizeOf = (one: Remembered) => 1 + (one.subjects?.byKey.size ?? 0)

  const forget = (deviceId: number): void => {
    const one = known.get(deviceId)
    if (one && known.delete(deviceId)) remembered -= sizeOf(one)
  }
  async function load(deviceId: number, maxAgeMs: number): Promise<DeviceSubjects | null> {
    const now = clock().getTime()
    const found = known.get(deviceId)
    if (found && now - found.at < maxAgeMs) {
      known.delete(deviceId)
      known.set(deviceId, found)
      return found.subjects
    }
    const subjects = await read(em(), deviceId)
    forget(deviceId)
    known.set(deviceId, { at: now, subjects })
    remembered += sizeOf(known.get(deviceId)!)
    for (const first of known.keys()) {
      if (remembered <= maxRemembered || first === deviceId) break
      forget(first)
    }
    return subjects
  }

  return {
    /** Null: there is no such device. */
    of: (deviceId: number) => load(deviceId, staleMs),
    /**
     * The same, read again if one of these interfaces is not known. Null also if the device has numbered its
     * ports again and the inventory has not read that yet: nobody knows then which is which.
     */
    async having(deviceId: number, refs: readonly Ref[]): Promise<DeviceSubjects | null> {
      const subjects = await load(deviceId, staleMs)
      if (subjects && isRenumbered(subjects.byKey, refs)) {
        const fresh = await load(deviceId, 0)
        return fresh && isRenumbered(fresh.byKey, refs) ? null : fresh
      }
      for (const { id } of refs) if (!subjects?.byKey.has(String(id))) return load(deviceId, missingMs)
      return subjects
    },
    /** Names for the labels of rows. */
    async namesOf(rows: readonly { device: number; interface: number }[]) {
      const devices = new Map<number, DeviceSubjects | null>()
      for (const device of new Set(rows.map(row => row.device)))
        devices.set(device, await load(device, staleMs))
      return (row: { device: number; interface: number }): Names | undefined => {
        const found = devices.get(row.device)
        if (!found) return undefined
        return { device: found.device, ip: found.ip, interface: found.byId.get(row.interface) ?? null }
      }
    },
  }
}
export type Subjects = ReturnType<typeof createSubjects>
