import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import {
  ApiError,
  type DeviceHold,
  type Holder,
  type HoldOptions,
  type Holds,
  type Logger,
  type Processes,
} from '@linecard/plugin-kit'
import { fail } from '../errors.ts'
import { createReleases } from './releases.ts'
import type { HoldRow, HoldStore } from './store.ts'

export interface HoldsOptions {
  store: HoldStore
  processes: Pick<Processes, 'id' | 'ended'>
  log: Logger
}

export interface DeviceHolds extends Holds {
  /**
   * Lets a change of this device pass, or not.
   * @throws ApiError EQUIPMENT_DEVICE_HELD, EQUIPMENT_HOLD_LOST, EQUIPMENT_HOLD_UNKNOWN: nothing may be sent
   */
  admit(deviceId: number | null, hold: DeviceHold | undefined): Promise<void>
  close(): Promise<void>
}

const longestWaitMs = 600_000
const lookMs = 200

const holderOf = ({ login, what, since }: HoldRow): Holder => ({ login, what, since: since.toISOString() })

function held(row: HoldRow): ApiError {
  const holder = holderOf(row)
  const who = holder.login ?? 'the service itself'
  const message = `held by ${who} for ${holder.what}`
  const { deviceId: device_id } = row
  return fail(
    'EQUIPMENT_DEVICE_HELD',
    { ...holder, who },
    [{ path: 'device_id', message, device_id, holder }],
    5,
  )
}

/** What the database could not tell: nothing is sent. */
async function known<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw Object.assign(fail('EQUIPMENT_HOLD_UNKNOWN', {}, [], 5), { cause: error })
  }
}

export function createHolds({ store, processes, log }: HoldsOptions): DeviceHolds {
  const releases = createReleases(store, log)

  /** The hold of a device whose holder is still at work. */
  async function present(deviceId: number): Promise<HoldRow | null> {
    const row = await store.find(deviceId)
    if (!row) return null
    const own = row.processId === processes.id
    const over = own ? releases.isOver(row.id) : (await processes.ended([row.processId])).length > 0
    if (!over) return row
    await store.remove(row.id)
    return null
  }

  async function add(row: Parameters<HoldStore['add']>[0]): Promise<boolean> {
    try {
      return await store.add(row)
    } catch (error) {
      // It may be stored, although the answer did not come.
      void releases.release(row.id)
      throw error
    }
  }

  async function begin(deviceId: number, { what, caller, signal, waitMs = 0 }: HoldOptions): Promise<string> {
    const row = {
      id: randomUUID(),
      deviceId,
      processId: processes.id,
      userId: caller?.userId ?? null,
      login: caller?.login ?? null,
      what: what.slice(0, 200),
    }
    const until = performance.now() + Math.min(waitMs, longestWaitMs)
    for (;;) {
      signal?.throwIfAborted()
      if (await known(() => add(row))) return row.id
      const other = await known(() => present(deviceId))
      if (!other) continue
      if (performance.now() >= until) throw held(other)
      await pause(lookMs, undefined, { signal }).catch(() => signal?.throwIfAborted())
    }
  }

  return {
    async hold(target, options, work) {
      const { deviceId } = target
      if (deviceId === null) return work({ id: randomUUID(), deviceId })
      const id = await begin(deviceId, options)
      try {
        return await work({ id, deviceId })
      } finally {
        await releases.release(id)
      }
    },
    async holder(deviceId) {
      const row = await present(deviceId)
      return row && holderOf(row)
    },
    async admit(deviceId, hold) {
      if (deviceId === null) return
      const row = await known(() => present(deviceId))
      if (hold && row?.id === hold.id) return
      if (row) throw held(row)
      if (hold) throw fail('EQUIPMENT_HOLD_LOST')
    },
    close: releases.close,
  }
}
