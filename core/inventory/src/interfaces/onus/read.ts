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
import { onuArgs } from './asked.ts'
import { noteReading } from './store.ts'

const readings: readonly {
  module: Module
  everySec: 'onu_optical_interval_sec' | 'onu_identity_interval_sec'
}[] = [
  { module: ponOntsOptical as unknown as Module, everySec: 'onu_optical_interval_sec' },
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
  const params = { device: device.params, model: device.model?.params ?? {} }
  const wanted = readings.flatMap(({ module, everySec }) => {
    const asked = equipment.supports(target.modelKey, module) ? onuArgs(params, module.name) : null
    return asked === null ? [] : [{ module, everySec, asked }]
  })
  if (wanted.length === 0 || signal.aborted) return
  const last = await lastReadings(ctx, device.id)
  for (const { module, everySec, asked } of wanted) {
    const before = last.get(module.name)
    const everyMs = (ctx.config[everySec] * 1000) / (before?.complete === false ? 3 : 1)
    if (before && ctx.clock().getTime() - before.time.getTime() < everyMs) continue
    const began = ctx.clock()
    try {
      await equipment.call(target, module, asked, { caller, signal, from: 'device' })
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof DeviceError) && !(error instanceof ApiError)) throw error
      if (error instanceof DeviceError && error.partial !== undefined)
        await equipment.keep([
          {
            device_id: device.id,
            module: module.name,
            args: asked,
            data: error.partial,
            complete: false,
            time: began,
          },
        ])
      await noteReading(ctx.em(), device.id, module.name, began, false, error.message)
      if (
        error instanceof DeviceError &&
        (error.kind === 'DeviceTimeout' || error.kind === 'DeviceUnreachable') &&
        error.partial === undefined
      )
        return
    }
  }
}
