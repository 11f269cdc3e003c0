import { withDevice, type Caller } from '@linecard/plugin-kit'
import type { Base } from './base.ts'
import { deviceCautions, wantedOf } from './plan/effective.ts'
import { pollable } from './runs.ts'
import { tables, type DeviceTable } from './tables.ts'

const date = (ms: number | undefined) => (ms === undefined ? null : new Date(ms))

/** What is polled of a device and when, and how its last poll went. */
export async function devicePollers(base: Base, caller: Caller, id: number) {
  const { ctx } = base
  const device = await pollable(base, caller, id)
  const row = (await tables(ctx.em())
    .selectFrom('pollers_device')
    .selectAll()
    .where('device_id', '=', id)
    .executeTakeFirst()) as
    | (Omit<DeviceTable, 'due' | 'last' | 'worker'> & {
        worker: string
        due: Record<string, number>
        last: Record<string, number>
      })
    | undefined
  const pollers = wantedOf(device, base.plans()).map(({ poller: { key, summary }, intervalSec, from }) => ({
    key,
    summary,
    interval_sec: intervalSec,
    from,
    next: date(row?.due[key]),
    last: date(row?.last[key]),
  }))
  const shown = {
    device: { id, ip: device.ip, name: device.name },
    worker: row?.worker ?? '',
    pollers,
    cautions: deviceCautions(device, base.plans()),
    polled_at: row?.polled_at ?? null,
    result: row?.result ?? null,
    error: row?.error ?? null,
    spent_ms: row?.spent_ms ?? null,
    requests: row?.requests ?? null,
    uptime_sec: row?.uptime == null ? null : Math.floor(Number(row.uptime) / 100),
    polls: Number(row?.polls ?? 0),
    failures: Number(row?.failures ?? 0),
    skipped: Number(row?.skipped ?? 0),
  }
  return withDevice(ctx, caller, shown)
}
