import { isIP } from 'node:net'
import { DeviceParams, closedObject, type Caller } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { canonicalIp } from '../address.ts'
import { fail } from '../errors.ts'
import { isId } from '../ids.ts'
import { seenDevices } from '../visibility.ts'

/** Path parameter of operations on a stored device. */
export const DevicePath = closedObject({ id: DeviceParams.properties.deviceId })

/**
 * Id of the device that a path names by its id or its address.
 * @throws ApiError INVENTORY_DEVICE_WORD, INVENTORY_IP_INVALID (it has a zone), INVENTORY_DEVICE_UNKNOWN
 */
export async function idNamed(
  em: SqlEntityManager,
  caller: Caller,
  word: string,
  path = 'id',
): Promise<number> {
  if (/^-?\d+$/.test(word) && isId(Number(word))) return Number(word)
  if (isIP(word) === 0)
    throw fail('INVENTORY_DEVICE_WORD', { word: word.slice(0, 60) }, [
      { path, message: 'must be an id or an IP address' },
    ])
  const ip = canonicalIp(word, path)
  const row = await seenDevices(em, caller)
    .select('d.id')
    .where(sql<boolean>`d.ip = ${ip}::inet`)
    .executeTakeFirst()
  if (!row) throw fail('INVENTORY_DEVICE_UNKNOWN', { id: ip })
  return row.id
}
