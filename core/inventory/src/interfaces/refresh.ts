import { DeviceError, mostInterfaces } from '@linecard/driver-kit'
import { interfacesList, ponOntsStatus } from '@linecard/driver-kit/modules'
import { ApiError, type Context } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { Config } from '../config.ts'
import { keptMark, markExceeds } from '../devices/exceeds.ts'
import { targetOf } from '../devices/connection/target.ts'
import { deviceForTarget } from '../devices/find.ts'
import { deviceStatuses } from '../entities/index.ts'
import { tables } from '../tables.ts'
import { refreshOnus } from './onus/read.ts'
import { keepAnswer } from './onus/store.ts'
import { readInterfaces } from './reading/read.ts'
import { storeInterfaces } from './reading/save.ts'

type Status = (typeof deviceStatuses)[number]

/** Stores the result of a reading. `status` is null if it says nothing about the state of the device. */
async function note(
  ctx: Context,
  id: number,
  status: Status | null,
  error: string | null,
  now: Date,
): Promise<void> {
  await tables(ctx.em())
    .updateTable('inventory_device')
    .set({ refreshed_at: now, refresh_error: error, exceeds: keptMark(now) })
    .$if(status !== null, query =>
      query.set({
        status: status!,
        status_changed_at: sql`
          case when status = ${status} then status_changed_at else ${now}::timestamptz end`,
      }),
    )
    .where('id', '=', id)
    .execute()
}

/** The status of a device after a failure: Down if it was silent, Up if it answered anything. */
function statusOf(error: DeviceError): Status | null {
  if (error.kind === 'DeviceTimeout' || error.kind === 'DeviceUnreachable')
    return error.partial === undefined ? 'Down' : 'Up'
  return error.fault === 'device' || error.fault === 'credentials' ? 'Up' : null
}

/**
 * Reads the interfaces of one device and stores them. If the device fails, the reason is stored and its
 * interfaces stay. Returns whether it answered. Throws only for faults of the service itself.
 */
export async function refreshDevice(ctx: Context<Config>, id: number, signal: AbortSignal): Promise<boolean> {
  const caller = ctx.use('auth').system()
  const equipment = ctx.use('equipment')
  const device = await deviceForTarget(ctx.em(), caller, { id })
  if (!device.enabled || !device.access || !equipment.supports(device.model?.key ?? null, interfacesList))
    return false
  try {
    const target = targetOf(ctx, device)
    const reading = await readInterfaces(equipment, target, { caller, signal })
    const most = mostInterfaces(device.model ?? { type: '' }, ctx.config.stored_interfaces)
    const plan = await storeInterfaces(ctx.em(), id, reading, { now: ctx.clock(), most })
    if (plan.tooMany)
      await markExceeds(ctx, id, {
        limit: 'stored_interfaces',
        module: interfacesList.name,
        since: ctx.clock(),
        last: ctx.clock(),
      })
    const missing =
      reading.complete.ports && reading.complete.onus
        ? null
        : 'the device did not give its whole list of interfaces; those it left out were kept'
    if (reading.states)
      await keepAnswer(ctx, {
        deviceId: id,
        module: ponOntsStatus.name,
        args: {},
        complete: reading.complete.onus,
        ...reading.states,
      })
    if (plan.rebound) await equipment.renumbered(id)
    await note(ctx, id, 'Up', missing, ctx.clock())
    if (plan.changes.length) ctx.events.emit('interface.status', { device_id: id, changes: plan.changes })
    if ([...reading.interfaces.values()].some(({ type }) => type === 'ONU'))
      await refreshOnus(ctx, device, target, { caller, signal })
    return true
  } catch (error) {
    if (signal.aborted) throw error
    if (!(error instanceof DeviceError) && !(error instanceof ApiError)) throw error
    await note(ctx, id, error instanceof DeviceError ? statusOf(error) : null, error.message, ctx.clock())
    return false
  }
}
