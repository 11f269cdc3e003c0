import type { SqlEntityManager } from '@mikro-orm/postgresql'
import type { Caller } from '@linecard/plugin-kit'
import { canonicalIp, canonicalMac } from '../address.ts'
import { defaultGroupId, Device, Group } from '../entities/index.ts'
import { fail } from '../errors.ts'
import { inTransaction, type Inventory } from '../inventory.ts'
import { splitParams } from './connection/params.ts'
import { assertAddress } from './addresses.ts'
import type { DeviceBody } from './bodies.ts'
import { deviceById, deviceForTarget } from './find.ts'
import { assertGroup, assignReferences } from './references.ts'

const taken = (ip: string | undefined) => () =>
  fail('INVENTORY_DEVICE_EXISTS', { ip }, [{ path: 'ip', message: 'is taken' }])
const plain = ['name', 'location', 'description', 'serial', 'pollers', 'coordinates', 'enabled'] as const

async function assign(
  inventory: Inventory,
  em: SqlEntityManager,
  caller: Caller,
  device: Device,
  body: Partial<DeviceBody>,
): Promise<void> {
  if (body.ip !== undefined) device.ip = canonicalIp(body.ip)
  if (body.mac !== undefined) device.mac = canonicalMac(body.mac)
  for (const field of plain) if (body[field] !== undefined) Object.assign(device, { [field]: body[field] })
  if (body.params) {
    const { params, secrets } = splitParams(inventory.ctx, body.params, device.secrets)
    device.params = params
    device.secrets = secrets
  }
  await assignReferences(em, caller, device, body)
}

/** Adds a device; its interfaces are read soon after. */
export async function createDevice(inventory: Inventory, caller: Caller, body: DeviceBody): Promise<Device> {
  const id = await inTransaction(
    inventory,
    async em => {
      const device = em.create(Device, {
        ip: canonicalIp(body.ip),
        group: em.getReference(Group, defaultGroupId),
      })
      await assign(inventory, em, caller, device, body)
      assertGroup(caller, device)
      await assertAddress(em, caller, device.ip)
      await em.flush()
      return device.id
    },
    taken(body.ip),
  )
  inventory.refresher.soon(id)
  return deviceById(inventory.ctx.em(), caller, id)
}

/** What is asked of a device, or how, is new: what it answered before is not its answer any more. */
const reach = (device: Device) =>
  JSON.stringify([
    device.ip,
    device.model?.id,
    device.access?.id,
    device.secrets,
    device.params['sw_core_connection'],
  ])

export async function updateDevice(
  inventory: Inventory,
  caller: Caller,
  id: number,
  body: Partial<DeviceBody>,
): Promise<Device> {
  const { moved, woken } = await inTransaction(
    inventory,
    async em => {
      const device = await deviceForTarget(em, caller, { id })
      const [ip, before, slept] = [device.ip, reach(device), !device.enabled]
      await assign(inventory, em, caller, device, body)
      if (device.ip !== ip) await assertAddress(em, caller, device.ip)
      await em.flush()
      return { moved: reach(device) !== before, woken: slept && device.enabled }
    },
    taken(body.ip),
  )
  if (moved) await inventory.ctx.use('equipment').forget(id)
  if (moved || woken) inventory.refresher.soon(id)
  return deviceById(inventory.ctx.em(), caller, id)
}

/** Removes a device with interfaces, their history and stored answers. */
export async function deleteDevice(inventory: Inventory, caller: Caller, id: number): Promise<void> {
  await inTransaction(inventory, async em => {
    await deviceById(em, caller, id)
    await em.nativeDelete(Device, { id })
  })
  inventory.ctx.events.emit('device.deleted', { device_id: id })
  await inventory.ctx.use('equipment').forget(id)
}
