import { DeviceError } from '@linecard/driver-kit'
import { fdb } from '@linecard/driver-kit/modules'
import { ApiError, type Context } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import { targetOf } from '../connection.ts'
import { deviceForTarget } from '../devices/find.ts'

/**
 * The job comes by the clock and a reading is noted a little later: an interval of three runs must not become
 * one of four.
 */
const SLACK_MS = 60_000

interface Due {
  id: number
  key: string
}

/** Devices that are up and whose FDB was not asked within the interval, those that waited longest first. */
async function dueDevices(ctx: Context<Config>): Promise<Due[]> {
  const before = new Date(ctx.clock().getTime() - ctx.config.fdb_interval_sec * 1000 + SLACK_MS)
  const rows = await ctx.em().execute<Due[]>(
    `
    select d.id, m.key from inventory_device d join inventory_model m on m.id = d.model_id
    where d.enabled and d.status = 'Up' and d.access_id is not null and (d.fdb_at is null or d.fdb_at <= ?) order by d.fdb_at nulls first, d.id`,
    [before],
  )
  const equipment = ctx.use('equipment')
  return rows.filter(({ key }) => equipment.supports(key, fdb))
}

/**
 * Asks one device. Its answer is kept by whoever follows answers. The time is noted first, so that one that
 * fails is not asked again at once.
 */
async function ask(ctx: Context<Config>, id: number, signal: AbortSignal): Promise<boolean> {
  const caller = ctx.use('auth').system()
  await ctx.em().execute('update inventory_device set fdb_at = ? where id = ?', [ctx.clock(), id], 'run')
  try {
    const target = targetOf(ctx, await deviceForTarget(ctx.em(), caller, { id }))
    await ctx.use('equipment').call(target, fdb, {}, { from: 'device', caller, signal })
    return true
  } catch (error) {
    if (!signal.aborted && !(error instanceof DeviceError) && !(error instanceof ApiError))
      ctx.log.error({ err: error, device_id: id }, 'cannot read the MAC addresses of a device')
    return false
  }
}

/** Reads the FDB of every device that is due, as many at once as configured. */
export async function refreshSightings(
  ctx: Context<Config>,
  signal: AbortSignal,
): Promise<{ devices: number; answered: number; failed: number }> {
  const devices = ctx.config.fdb_interval_sec === 0 ? [] : await dueDevices(ctx)
  const queue = devices.values()
  let [answered, failed] = [0, 0]
  await Promise.all(
    Array.from({ length: Math.min(ctx.config.refresh_concurrency, devices.length) }, async () => {
      for (const { id } of queue) {
        if (signal.aborted) return
        if (await ask(ctx, id, signal)) answered++
        else failed++
      }
    }),
  )
  return { devices: devices.length, answered, failed }
}
