import { cutText, DeviceError } from '@linecard/driver-kit'
import type { Detection } from '@linecard/driver-kit/detection'
import { system } from '@linecard/driver-kit/modules'
import type { Caller } from '@linecard/plugin-kit'
import { canonicalIp } from '../address.ts'
import { probeOf, targetOf } from './connection/target.ts'
import { Model } from '../entities/index.ts'
import { fail } from '../errors.ts'
import type { Inventory } from '../inventory.ts'
import { findAccess } from './access/use.ts'
import { assertAddress } from './addresses.ts'
import { assertModel } from './models/use.ts'
import { viewOfModel } from './models/schemas.ts'
import { deviceForTarget } from './find.ts'

interface Asking {
  caller: Caller
  signal: AbortSignal
}

const rejectedOf = (detection: Detection) =>
  detection.rejected.map(({ modelKey, reason }) => ({ model_key: modelKey, reason }))

const modelByKey = ({ ctx }: Inventory, key: string | null) =>
  key === null ? null : ctx.em().findOne(Model, { key }, { populate: ['secrets'] })

/**
 * What stands at an address, and what it says of itself. Nothing is stored. Throws the device's error when it
 * is silent.
 */
export async function detect(
  inventory: Inventory,
  { ip, access_id: id }: { ip: string; access_id: number },
  { caller, signal }: Asking,
) {
  const { ctx } = inventory
  const address = canonicalIp(ip)
  const access = await findAccess(ctx.em(), caller, id)
  if (!access)
    throw fail('INVENTORY_REFERENCE_INVALID', { what: 'access profile', id }, [
      { path: 'access_id', message: 'there is no such one' },
    ])
  await assertAddress(ctx.em(), caller, address)
  const equipment = ctx.use('equipment')
  const detection = await equipment.detect(probeOf(ctx, address, access))
  const model = await modelByKey(inventory, detection.modelKey)
  if (model) await assertModel(ctx.em(), caller, model)
  const about = model
    ? await equipment
        .call(probeOf(ctx, address, access, model), system, {}, { from: 'device', caller, signal })
        .catch((error: unknown) => {
          if (error instanceof DeviceError && error.kind === 'Unsupported') return null
          throw error
        })
    : null
  return {
    model: model ? viewOfModel(model) : null,
    name: about?.data.name ?? null,
    location: about?.data.location ?? null,
    mac: about?.data.mac_addr ?? null,
    serial: about?.data.serial_num ?? null,
    descr: detection.descr && cutText(detection.descr),
    object_id: detection.objectId,
    tier: detection.tier,
    rejected: rejectedOf(detection),
  }
}

/** Whether the device still is what the inventory says. */
export async function compareModel(inventory: Inventory, id: number, caller: Caller) {
  const { ctx } = inventory
  const device = await deviceForTarget(ctx.em(), caller, { id })
  const detection = await ctx.use('equipment').detect(targetOf(ctx, device))
  const detected = await modelByKey(inventory, detection.modelKey)
  return {
    stored: device.model ? viewOfModel(device.model) : null,
    detected: detected ? viewOfModel(detected) : null,
    matches: detected !== null && detected.id === device.model?.id,
    tier: detection.tier,
    rejected: rejectedOf(detection),
  }
}
