import type { Failing, LeftAlone, PollableDevice, TakenUnit, Target } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { Base } from '../base.ts'
import { tables, type DeviceTable } from '../tables.ts'

/** A poll that somebody asked for. */
export interface AskedRun {
  id: string
  device_id: number
  pollers: string[]
  asked_by: string | null
}

type Stored = Pick<DeviceTable, 'uptime' | 'uptime_at' | 'polled_at' | 'result' | 'error'> & {
  device_id: number
  due: Record<string, number>
  last: Record<string, number>
  failing: Failing
}

/** A unit with all that is needed to poll its device. */
export interface Claim {
  unit: TakenUnit
  device: PollableDevice
  stored: Stored
  /** How to ask it. @throws ApiError why nobody can */
  target(): Target
  runs: AskedRun[]
  /** Interfaces of which nothing is kept; undefined: there are none. */
  alone: LeftAlone | undefined
}

export interface Claims {
  /** Without units whose device is gone. */
  claims: Claim[]
  /** The time of the database, when `performance.now()` was `at`. */
  now: number
  at: number
}

/**
 * Reads what is known of the devices of units that were taken just now, with a few statements for all of
 * them.
 */
export async function claimsOf({ ctx }: Base, units: readonly TakenUnit[]): Promise<Claims> {
  const ids = units.map(({ key }) => Number(key))
  const [devices, target, { rows: stored }, { rows: runs }, alone] = await Promise.all([
    ctx.use('devices').pollable(ids),
    ctx.use('devices').targets(ids),
    sql<Stored & { now: number }>`
      select device_id, due, last, uptime::text, uptime_at, polled_at, result, error,
        failing, (extract(epoch from clock_timestamp()) * 1000)::float8 as now
      from pollers_device where device_id = any (${ids}::int[])`.execute(tables(ctx.em())),
    // Only one process has the unit of a device. What is `running` was left behind by one that died.
    sql<AskedRun>`
      update pollers_run set state = 'running', started_at = now(), done = 0
      where device_id = any (${ids}::int[]) and state <> 'done'
      returning id, device_id, pollers, asked_by`.execute(tables(ctx.em())),
    ctx.use('interfaces').leftAlone(ids),
  ])
  const at = performance.now()
  const byId = new Map(devices.map(device => [device.id, device]))
  const known = new Map(stored.map(row => [row.device_id, row]))
  const asked = Map.groupBy(runs, run => run.device_id)
  const claims = units.flatMap(unit => {
    const id = Number(unit.key)
    const [device, row] = [byId.get(id), known.get(id)]
    const more = { runs: asked.get(id) ?? [], alone: alone.get(id), target: () => target(id) }
    return device && row ? [{ unit, device, stored: row, ...more }] : []
  })
  return { claims, now: stored[0]?.now ?? Date.now(), at }
}
