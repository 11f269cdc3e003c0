import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { fdbSwitchedOff, type Caller } from '@linecard/plugin-kit'
import { deviceById } from '../devices/find.ts'
import { Device, Interface } from '../entities/index.ts'
import { fail } from '../errors.ts'
import { inTransaction, type Inventory } from '../inventory.ts'
import { type InterfaceBody, type InterfaceChange, SaidFields } from './bodies.ts'
import { interfaceById } from './find.ts'
import { forgetSightings } from './sightings/store.ts'
import { noteStatus } from './history.ts'
import { lockDevice } from './reading/save.ts'
import { parseMac } from '@linecard/driver-kit/codecs'
import { validator } from '@linecard/driver-kit/validation'
import { canonicalIp } from '../address.ts'

/** A body that adds or changes an interface. */
type Body = Partial<InterfaceBody> | InterfaceChange

/**
 * Id that a body names as `device: {id}` or `device_id`; undefined: none. Throws VALIDATION_ERROR where both
 * differ.
 */
function deviceOf({ device, device_id: plain }: Body): number | undefined {
  if (device && plain != null && device.id !== plain)
    throw fail('INVENTORY_REFERENCE_AMBIGUOUS', { what: 'device' }, [
      { path: 'device_id', message: 'differs from device.id' },
    ])
  return plain ?? device?.id
}

/** An http or https address, or nothing. Pages make a link of it, so other schemes could run scripts. */
function billingLink(link: string): string {
  const url = link === '' || /[\s<>"\\^`{|}]/.test(link) ? null : URL.parse(link)
  if (link !== '' && url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw fail('INVENTORY_BILLING_LINK_INVALID', {}, [
      { path: 'billing_link', message: 'is not an http or https address' },
    ])
  }
  return link
}

function macOf(text: string): string {
  const mac = parseMac(text)
  if (!mac)
    throw fail('INVENTORY_MAC_INVALID', { mac: text }, [
      { path: 'mac_address', message: 'is not a MAC address' },
    ])
  return mac
}

/** Writes the fields that people keep about an interface. */
function assignKept(row: Interface, body: Body): void {
  if (body.comment !== undefined) row.comment = body.comment
  if (body.agreement !== undefined) row.agreement = body.agreement
  if (body.billing_link !== undefined) row.billingLink = billingLink(body.billing_link)
  if (body.ip !== undefined) row.ip = body.ip === '' ? '' : canonicalIp(body.ip)
  if (body.params) row.params = Array.isArray(body.params) ? {} : body.params
  if (body.coordinates !== undefined) row.coordinates = body.coordinates
  if (body.poll_enabled !== undefined) row.pollEnabled = body.poll_enabled
  if (body.fdb_enabled !== undefined) row.fdbEnabled = body.fdb_enabled
}

/** A bind key in its one spelling. */
const digits = (key: string | number) => String(BigInt(key))

/** Writes the fields that the device gives, for an interface that it does not list. */
function assignSaid(row: Interface, said: SaidFields, now: Date): void {
  if (said.name !== undefined) row.name = said.name
  if (said.type !== undefined) row.type = said.type
  if (said.bind_key !== undefined) row.bindKey = digits(said.bind_key)
  if (said.parent_bind_key !== undefined)
    row.parentBindKey =
      said.parent_bind_key === null || said.parent_bind_key === '' ? null : digits(said.parent_bind_key)
  if (said.description !== undefined) row.description = said.description
  if (said.serial !== undefined) row.serial = said.serial || null
  if (said.mac_address !== undefined) row.mac = said.mac_address ? macOf(said.mac_address) : null
  if (said.admin_state !== undefined) row.adminState = said.admin_state
  if (said.status !== undefined && said.status !== (row.status ?? null)) {
    row.status = said.status
    row.statusChangedAt = now
  }
}

/**
 * The fields of a body that the device gives. They are checked here: the schema of a change accepts any value
 * for them, because a client may send back what a device answered.
 * @throws ApiError INVENTORY_INTERFACE_FIELD_INVALID
 */
function saidIn(body: object): SaidFields {
  const said = Object.fromEntries(
    Object.keys(SaidFields.properties)
      .filter(name => name in body)
      .map(name => [name, body[name as never]]),
  )
  const [wrong] = validator(SaidFields)(said)
  if (wrong)
    throw fail('INVENTORY_INTERFACE_FIELD_INVALID', { field: wrong.path, what: wrong.message }, [
      { path: wrong.path, message: wrong.message },
    ])
  return said
}

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
