import { DeviceError } from '@linecard/driver-kit'
import { fdb } from '@linecard/driver-kit/modules'
import { ApiError, type Context } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { Config } from '../../config.ts'
import { targetOf } from '../../devices/connection/target.ts'
import { deviceForTarget } from '../../devices/find.ts'
import { tables } from '../../tables.ts'

/**
 * The job runs at fixed times, and the time of a reading is stored a little later. Without this slack an
 * interval of three runs would become four runs.
 */
const slackMs = 60_000

/**
 * Enabled devices that are up, can give an FDB and were not asked within the interval. Those that waited
 * longest come first.
 */
async function dueDevices(ctx: Context<Config>): Promise<number[]> {
  const before = new Date(ctx.clock().getTime() - ctx.config.fdb_interval_sec * 1000 + slackMs)
  const rows = await tables(ctx.em())
    .selectFrom('inventory_device as d')
    .innerJoin('inventory_model as m', 'm.id', 'd.model_id')
    .select(['d.id', 'm.key'])
    .where('d.enabled', '=', true)
    .where('d.status', '=', 'Up')
    .where('d.access_id', 'is not', null)
    .where(sql<boolean>`(d.fdb_at is null or d.fdb_at <= ${before}::timestamptz)`)
    .orderBy('d.fdb_at', key => key.asc().nullsFirst())
    .orderBy('d.id')
    .execute()
  const equipment = ctx.use('equipment')
  const keys = new Set(rows.map(({ key }) => key))
  const able = new Set([...keys].filter(key => equipment.supports(key, fdb)))
  return rows.filter(({ key }) => able.has(key)).map(({ id }) => id)
}

/**
 * Asks one device; `follow.ts` stores the answer. The time is stored first, so that a device that fails is
 * not asked again at once.
 */
async function ask(ctx: Context<Config>, id: number, signal: AbortSignal): Promise<boolean> {
  const caller = ctx.use('auth').system()
  await tables(ctx.em())
    .updateTable('inventory_device')
    .set({ fdb_at: ctx.clock() })
    .where('id', '=', id)
    .execute()
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
      for (const id of queue) {
        if (signal.aborted) return
        if (await ask(ctx, id, signal)) answered++
        else failed++
      }
    }),
  )
  return { devices: devices.length, answered, failed }
}
