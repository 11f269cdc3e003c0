import type { Caller, Context } from '@linecard/plugin-kit'
import type { UploadFields } from './bodies.ts'
import type { Config } from './config.ts'
import { fail } from './errors.ts'
import { objectTypes, type ObjectType } from './schemas.ts'

/** What a file belongs to: a device or an interface. */
export interface Owner {
  device_id: number | null
  interface_id: number | null
  /** The device itself, or that of the interface. */
  on_device: number
}

/** The object that a file is attached to. @throws ApiError 404 if the caller does not see it */
export async function ownerOf(
  ctx: Context<Config>,
  { object_type: type, object_id: id }: UploadFields,
  caller: Caller,
): Promise<Owner> {
  if (type === 'device') {
    await ctx.use('devices').named(id, caller)
    return { device_id: id, interface_id: null, on_device: id }
  }
  const found = await ctx.use('interfaces').named(id, caller)
  if (type === 'onu' && found.type !== 'ONU') throw fail('ATTACHMENTS_NOT_AN_ONU', { id })
  return { device_id: null, interface_id: id, on_device: found.device_id }
}

/**
 * The fields that stood before the file in the form, if they are complete. With them a request can be refused
 * before its file is read.
 */
export function earlyFields({
  object_type: type,
  object_id: id,
}: Readonly<Record<string, unknown>>): UploadFields | null {
  const known =
    objectTypes.includes(type as ObjectType) &&
    typeof id === 'string' &&
    /^-?\d{1,10}$/.test(id) &&
    (Number(id) | 0) === Number(id)
  return known ? { object_type: type as ObjectType, object_id: Number(id) } : null
}
