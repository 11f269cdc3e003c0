import { parseMac } from '@linecard/driver-kit/codecs'
import { validator } from '@linecard/driver-kit/validation'
import { canonicalIp } from '../address.ts'
import { Interface } from '../entities/index.ts'
import { fail } from '../errors.ts'
import { SaidFields, type InterfaceBody, type InterfaceChange } from './bodies.ts'

/** A body that adds or changes an interface. */
export type Body = Partial<InterfaceBody> | InterfaceChange

/**
 * Id that a body names as `device: {id}` or `device_id`; undefined: none. Throws VALIDATION_ERROR where both
 * differ.
 */
export function deviceOf({ device, device_id: plain }: Body): number | undefined {
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
export function assignKept(row: Interface, body: Body): void {
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
export const digits = (key: string | number) => String(BigInt(key))

/** Writes the fields that the device gives, for an interface that it does not list. */
export function assignSaid(row: Interface, said: SaidFields, now: Date): void {
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
export function saidIn(body: object): SaidFields {
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
