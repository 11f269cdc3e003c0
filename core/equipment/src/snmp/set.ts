import { DeviceError, type Varbind } from '@linecard/driver-kit'
import type { Ask } from './community.ts'
import type { Patience } from './patience.ts'
import { encodeOid } from './oid.ts'
import { PduType, Status, statusName } from './pdu.ts'
import { writeValue } from './value.ts'

/** Writes all varbinds in one request. The agent writes all of them or none (RFC 3416 §4.2.5). */
export async function set(
  ask: Ask,
  ip: string,
  varbinds: readonly Varbind[],
  patience: Patience,
): Promise<void> {
  if (varbinds.length === 0) throw new DeviceError('BadArgument', 'There is nothing to write.')
  const encoded = varbinds.map(varbind => ({ oid: encodeOid(varbind.oid), value: writeValue(varbind) }))
  const { status, index } = await ask({ type: PduType.Set, varbinds: encoded }, patience)
  if (status === 0) return
  const what = varbinds[index - 1]?.oid ?? varbinds.map(({ oid }) => oid).join(', ')
  const kind = status === Status.authorizationError ? 'AuthFailed' : 'CommandRejected'
  throw new DeviceError(kind, `${ip} refused to write ${what}: ${statusName(status)}.`)
}
