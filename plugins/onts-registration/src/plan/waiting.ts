import type { Interface } from '@linecard/driver-kit/modules'
import { fail } from '../errors.ts'
import { identKey } from '../ident.ts'
import { waitingRow, type HeldOlt } from '../olt/device.ts'
import { forbidden, registeredHere } from './conflicts.ts'
import { oltNow } from './port.ts'

/** An ONU that is to be registered, as templates see it: `ont`. */
export interface Ont {
  ident: string
  serial: string | null
  mac_address: string | null
  _serial_hex: string | null
  _serial_ascii: string | null
  model: string | null
  version: string | null
  type: 'gpon' | 'epon' | null
  loid: string | null
  password: string | null
  interface: Interface
  [more: string]: unknown
}

export const nameOf = async ({ ctx, target, real, caller }: HeldOlt): Promise<string> => {
  const { deviceId, ip } = real ?? target
  return deviceId === null ? ip : (await ctx.use('devices').named(deviceId, caller)).name
}

/** Why an ONU does not wait: the OLT has it already, or does not see it. */
async function notWaiting(olt: HeldOlt, ident: string): Promise<Error> {
  const here = (await oltNow(olt)).registered.get(identKey(ident))
  if (here) return forbidden(ident, [registeredHere(ident, here)])
  const details = [{ path: 'ident', message: 'is not waiting' }]
  return fail('ONTS_REGISTRATION_NOT_WAITING', { ident, device: await nameOf(olt) }, details)
}

/**
 * The ONU among those that wait on the OLT now.
 * @throws ApiError ONTS_REGISTRATION_NOT_WAITING, ONTS_REGISTRATION_PORT_UNKNOWN; ONTS_REGISTRATION_CONFLICT
 *   with the place of an ONU that is registered
 * @throws DeviceError DeviceTimeout if it is not among the rows that came, and some did not come
 */
export async function waitingOnt(olt: HeldOlt, ident: string): Promise<Ont> {
  const row = await waitingRow(olt, ident)
  if (!row) throw await notWaiting(olt, ident)
  if (!row.interface) throw fail('ONTS_REGISTRATION_PORT_UNKNOWN', { ident, device: await nameOf(olt) })
  const { _ident, _serial_hex: hex = null, _serial_ascii: ascii = null, ...rest } = row
  return {
    ...rest,
    ident: _ident,
    _serial_hex: hex,
    _serial_ascii: ascii,
    interface: row.interface as Interface,
  }
}
