import { DeviceParams, closedObject, type Caller } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { canonicalIp } from '../address.ts'
import { fail } from '../errors.ts'
import { isId } from '../ids.ts'
import { seenDevices } from '../visibility.ts'

/** Path parameter of operations on a stored device. */
export const DevicePath = closedObject({ id: DeviceParams.properties.deviceId })

/** Id of the device that a path names by its id or its address. Throws RESOURCE_NOT_FOUND. */
export async function idNamed(
  em: SqlEntityManager,
  caller: Caller,
  word: string,
  path = 'id',
): Promise<number> {
  if (/^-?\d+$/.test(word) && isId(Number(word))) return Number(word)
  const ip = canonicalIp(word, path)
  const row = await seenDevices(em, caller)
    .select('d.id')
    .where(sql<boolean>`d.ip = ${ip}::inet`)
    .executeTakeFirst()
  if (!row) throw fail('INVENTORY_DEVICE_UNKNOWN', { id: ip })
  return row.id
}
