import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { fdbSwitchedOff, type Caller } from '@linecard/plugin-kit'
import { deviceById } from '../devices/find.ts'
import { Device, Interface } from '../entities/index.ts'
import { fail } from '../errors.ts'
import { inTransaction, type Inventory } from '../inventory.ts'
import { assignKept, assignSaid, deviceOf, digits, saidIn, type Body } from './assign.ts'
import type { InterfaceBody, InterfaceChange } from './bodies.ts'
import { interfaceById } from './find.ts'
import { forgetSightings } from './sightings/store.ts'
import { noteStatus } from './history.ts'
import { lockDevice } from './reading/save.ts'

const taken = (body: Body) => () =>
  fail('INVENTORY_INTERFACE_EXISTS', { key: 'bind_key' in body ? body.bind_key : '' }, [
    { path: 'bind_key', message: 'is taken' },
  ])

/** Stores a changed status. Returns the function that emits the event after the commit. */
async function noted(
  { ctx }: Inventory,
  em: SqlEntityManager,
  caller: Caller,
  row: Interface,
  previous: string | null,
  now: Date,
): Promise<() => void> {
  const { status = null, bindKey } = row
  if ((status ?? null) === previous) return () => {}
  await noteStatus(em, row.id, { status: status ?? null, previous, login: caller.login, time: now })
  return () =>
    ctx.events.emit('interface.status', {
      device_id: row.device.id,
      changes: [{ bind_key: bindKey, status, previous }],
    })
}

/**
 * Adds an interface that the device does not list. It stays until a person removes it. When the device lists
 * its bind key, it becomes an interface of the device.
 */
export async function createInterface(
  inventory: Inventory,
  caller: Caller,
  body: InterfaceBody,
): Promise<Interface> {
  const { ctx } = inventory
  const deviceId = deviceOf(body)
  if (deviceId === undefined)
    throw fail('INVENTORY_INTERFACE_DEVICE_MISSING', {}, [{ path: 'device_id', message: 'is missing' }])
  const { id, tell } = await inTransaction(
    inventory,
    async em => {
      await deviceById(em, caller, deviceId)
      await lockDevice(em, deviceId)
      const now = ctx.clock()
      const row = em.create(Interface, {
        device: em.getReference(Device, deviceId),
        bindKey: digits(body.bind_key),
        name: body.name,
        type: body.type,
        manual: true,
      })
      assignSaid(row, saidIn(body), now)
      assignKept(row, body)
      await em.flush()
      return { id: row.id, tell: await noted(inventory, em, caller, row, null, now) }
    },
    taken(body),
  )
  tell()
  return interfaceById(ctx.em(), caller, id)
}

/** Changes the fields that people keep, and all fields of an interface that its device does not list. */
export async function updateInterface(
  inventory: Inventory,
  caller: Caller,
  id: number,
  body: InterfaceChange,
): Promise<Interface> {
  const { ctx } = inventory
  if (body.id !== undefined && body.id !== id)
    throw fail('INVENTORY_ID_DIFFERS', {}, [{ path: 'id', message: 'is not the id of the path' }])
  const tell = await inTransaction(
    inventory,
    async em => {
      const row = await interfaceById(em, caller, id)
      const deviceId = deviceOf(body)
      if (deviceId !== undefined && deviceId !== row.device.id)
        throw fail('INVENTORY_INTERFACE_MOVED', {}, [{ path: 'device_id', message: 'is another device' }])
      if (row.manual) {
        await lockDevice(em, row.device.id)
        // A reading may just have removed it or made it an interface of the device.
        if (!(await em.refresh(row))) throw fail('INVENTORY_INTERFACE_UNKNOWN', { id })
      }
      const [now, previous] = [ctx.clock(), row.status ?? null]
      if (row.manual) assignSaid(row, saidIn(body), now)
      assignKept(row, body)
      if (body.fdb_enabled === false) await forgetSightings(em, id)
      await em.flush()
      return noted(inventory, em, caller, row, previous, now)
    },
    taken(body),
  )
  tell()
  if (body.fdb_enabled === false) ctx.events.emit(fdbSwitchedOff, { interface_id: id })
  return interfaceById(ctx.em(), caller, id)
}

/**
 * Removes an interface with its history. If the device lists it, the next reading adds it with a new id.
 */
export async function deleteInterface(inventory: Inventory, caller: Caller, id: number): Promise<void> {
  await inTransaction(inventory, async em => {
    const row = await interfaceById(em, caller, id)
    await lockDevice(em, row.device.id)
    await em.nativeDelete(Interface, { id })
  })
}
