import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { visibleDevices, visibleInterfaces } from '@linecard/inventory/read'
import type { Names } from './prometheus/labels.ts'

/** A stored interface, as the stores of polls need it. */
export interface Subject {
  id: number
  bindKey: string
  name: string
  type: string
  /** False: an operator wants no values of it. */
  stored: boolean
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
    return { id, bindKey: bind_key, name, type, stored: poll_enabled }
  })
  return {
    device: device.name,
    ip: device.ip,
    byKey: new Map(subjects.map(one => [one.bindKey, one])),
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
    /** The same, read again if one of these bind keys is not known. */
    async having(deviceId: number, bindKeys: Iterable<string>): Promise<DeviceSubjects | null> {
      const subjects = await load(deviceId, staleMs)
      for (const key of bindKeys) if (!subjects?.byKey.has(key)) return load(deviceId, missingMs)
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
