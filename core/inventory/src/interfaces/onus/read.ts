import { DeviceError, type Module } from '@linecard/driver-kit'
import {
  cardList,
  cardStatus,
  ponOntsOptical,
  ponOntsReasons,
  ponOntsVendor,
  ponPortsList,
} from '@linecard/driver-kit/modules'
import { ApiError, type Caller, type Context, type Target } from '@linecard/plugin-kit'
import type { Config } from '../../config.ts'
import type { Device } from '../../entities/index.ts'
import { tables } from '../../tables.ts'
import { keepAnswer, noteReading } from './store.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A `params` key of the device, else of its model. */
const paramOf = ({ params, model }: Pick<Device, 'params' | 'model'>, key: string): unknown =>
  params[key] ?? model?.params[key]

/** Whether a model or device lets lists of ONUs load this module (`params.modules_loading.ont_list`). */
function isLoaded(device: Pick<Device, 'params' | 'model'>, module: string): boolean {
  const loading = paramOf(device, 'modules_loading')
  const list = isObject(loading) ? loading['ont_list'] : undefined
  return !Array.isArray(list) || list.includes(module)
}

/** `params.optical_load_only`: limits what an OLT must ask every ONU over the fibre. */
function opticalArgs(device: Pick<Device, 'params' | 'model'>): { load_only?: string } {
  const only = paramOf(device, 'optical_load_only')
  const names =
    typeof only === 'string'
      ? only
          .split(',')
          .map(name => name.trim())
          .filter(name => /^[a-z_]{1,20}$/.test(name))
      : []
  return names.length ? { load_only: names.join(',') } : {}
}

const readings: readonly {
  module: Module
  everySec: 'onu_optical_interval_sec' | 'onu_identity_interval_sec'
  args?: typeof opticalArgs
}[] = [
  { module: ponOntsOptical as unknown as Module, everySec: 'onu_optical_interval_sec', args: opticalArgs },
  { module: ponOntsReasons as unknown as Module, everySec: 'onu_optical_interval_sec' },
  { module: ponOntsVendor as unknown as Module, everySec: 'onu_identity_interval_sec' },
  // For trees of ONUs: the stored answers have the boards and the size of the ports.
  { module: ponPortsList as unknown as Module, everySec: 'onu_identity_interval_sec' },
  { module: cardList as unknown as Module, everySec: 'onu_identity_interval_sec' },
  { module: cardStatus as unknown as Module, everySec: 'onu_optical_interval_sec' },
]

/** The last reading of each module of a device. */
async function lastReadings(
  ctx: Pick<Context, 'em'>,
  deviceId: number,
): Promise<Map<string, { time: Date; complete: boolean }>> {
  const rows = await tables(ctx.em())
    .selectFrom('inventory_onu_reading')
    .select(['module', 'time', 'complete'])
    .where('device_id', '=', deviceId)
    .execute()
  return new Map(rows.map(({ module, ...reading }) => [module, reading]))
}

/**
 * Asks an OLT for values of its ONUs that change slowly: optics and down reasons, vendors and models, each
 * after its interval. An incomplete answer is read again after a third of the interval. If a module fails,
 * the stored values stay and the error is stored. If the device does not answer, the other modules are not
 * asked.
 */
export async function refreshOnus(
  ctx: Context<Config>,
  device: Device,
  target: Target,
  { caller, signal }: { caller: Caller; signal: AbortSignal },
): Promise<void> {
  const equipment = ctx.use('equipment')
  const wanted = readings.filter(
    ({ module }) =>
      equipment.supports(target.modelKey, module) &&
      (!module.name.startsWith('pon_onts_') || isLoaded(device, module.name)),
  )
  if (wanted.length === 0 || signal.aborted) return
  const last = await lastReadings(ctx, device.id)
  for (const { module, everySec, args = () => ({}) } of wanted) {
    const before = last.get(module.name)
    const everyMs = (ctx.config[everySec] * 1000) / (before?.complete === false ? 3 : 1)
    if (before && ctx.clock().getTime() - before.time.getTime() < everyMs) continue
    const asked = args(device)
    try {
      const { data, meta } = await equipment.call(target, module, asked, { caller, signal, from: 'device' })
      await keepAnswer(ctx, {
        deviceId: device.id,
        module: module.name,
        args: asked,
        data,
        complete: meta.error === null && meta.missing.length === 0,
        time: new Date(meta.time),
      })
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof DeviceError) && !(error instanceof ApiError)) throw error
      const now = ctx.clock()
      if (error instanceof DeviceError && error.partial !== undefined)
        await keepAnswer(ctx, {
          deviceId: device.id,
          module: module.name,
          args: asked,
          data: error.partial,
          complete: false,
          time: now,
        })
      await noteReading(ctx.em(), device.id, module.name, now, false, error.message)
      if (
        error instanceof DeviceError &&
        (error.kind === 'DeviceTimeout' || error.kind === 'DeviceUnreachable') &&
        error.partial === undefined
      )
        return
    }
  }
}
