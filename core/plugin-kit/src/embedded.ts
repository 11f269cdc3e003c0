import { Type as T } from 'typebox'
import type { Caller } from './caller.ts'
import type { Context } from './context.ts'
import type { ShownDevice } from './services/devices.ts'

/** A device within another answer: the resource that `GET /device/{id}` answers. */
export const EmbeddedDevice = T.Unsafe<ShownDevice>({ $ref: 'inventory.Device' })

const time = '2026-03-02T10:00:00.000Z'
/** An embedded device for the examples of plugins. */
export const exampleDevice: ShownDevice = {
  id: 17,
  ip: '192.0.2.17',
  name: 'sw-north',
  location: 'Shelf 3',
  description: '',
  model: null,
  access: null,
  group: { id: -1, name: 'Default', description: '', networks: [], created_at: time, updated_at: time },
  params: {},
  mac: '02:00:00:00:00:17',
  serial: '',
  pollers: null,
  coordinates: null,
  enabled: true,
  status: 'Up',
  status_changed: time,
  refreshed_at: time,
  refresh_error: null,
  exceeds: null,
  created_at: time,
  updated_at: time,
}

interface Short {
  id: number
}
type WithDevice<R extends { device: Short | null }> = Omit<R, 'device'> & {
  device: ShownDevice | (null extends R['device'] ? null : never)
}

/**
 * The rows with the whole resource in place of the few fields of each device. Rows whose device the caller
 * does not see, or that was removed in the meantime, are left out.
 */
export async function withDevices<R extends { device: Short | null }>(
  ctx: Pick<Context, 'use'>,
  caller: Caller,
  rows: readonly R[],
): Promise<WithDevice<R>[]> {
  const ids = new Set(rows.flatMap(({ device }) => device?.id ?? []))
  const devices = ids.size > 0 ? await ctx.use('devices').shown([...ids], caller) : new Map()
  return rows.flatMap(row => {
    const device = row.device && devices.get(row.device.id)
    return device === undefined ? [] : [{ ...row, device } as WithDevice<R>]
  })
}

/**
 * One row with the whole resource of its device.
 * @throws INVENTORY_DEVICE_UNKNOWN (404) if the caller does not see it, or it was removed in the meantime
 */
export async function withDevice<R extends { device: Short }>(
  ctx: Pick<Context, 'use'>,
  caller: Caller,
  row: R,
): Promise<WithDevice<R>> {
  const [placed] = await withDevices(ctx, caller, [row])
  if (placed) return placed
  await ctx.use('devices').named(row.device.id, caller)
  throw new Error(`device ${row.device.id} was not there a moment ago`)
}
