import { cutText, DeviceError } from '@linecard/driver-kit'
import { system } from '@linecard/driver-kit/modules'
import type { Caller } from '@linecard/plugin-kit'
import { canonicalMac } from '../../address.ts'
import { probeOf } from '../../devices/connection/target.ts'
import type { Access } from '../../entities/index.ts'
import { fail } from '../../errors.ts'
import type { Inventory } from '../../inventory.ts'
import type { Found } from './outcome.ts'
import type { Profile } from './known-profiles.ts'
import type { References } from './references.ts'

/** The text of a device in a form that can be stored. */
const said = (text: string | null | undefined, most: number) =>
  cutText(
    (text ?? '')
      .replaceAll(/\p{Cc}+/gu, ' ')
      .toWellFormed()
      .trim(),
    most,
  ) || null

function macOf(mac: string | null | undefined): string | null {
  try {
    return canonicalMac(mac ?? '') || null
  } catch {
    return null
  }
}

/**
 * Finds the model of the device at an address.
 * @throws DeviceError if it does not answer; ApiError if it must not be asked or no driver knows it
 */
export async function ask(
  { ctx }: Pick<Inventory, 'ctx'>,
  {
    ip,
    profile,
    references,
    caller,
    signal,
  }: { ip: string; profile: Profile; references: References; caller: Caller; signal: AbortSignal },
): Promise<Found> {
  const equipment = ctx.use('equipment')
  const access = profile as Pick<Access, 'params' | 'secrets'> as Access
  const { modelKey } = await equipment.detect(probeOf(ctx, ip, access))
  const model = references.modelByKey(modelKey)
  if (!model) throw fail('INVENTORY_ROW_UNIDENTIFIED')
  const about = await equipment
    .call(probeOf(ctx, ip, access, model), system, {}, { from: 'device', caller, signal })
    .catch((error: unknown) => {
      if (error instanceof DeviceError && error.kind === 'Unsupported') return null
      throw error
    })
  const { name, location, mac_addr: mac, serial_num: serial } = about?.data ?? {}
  return {
    model_id: model.id,
    name: said(name, 200),
    location: said(location, 500),
    mac: macOf(mac),
    serial: said(serial, 100),
  }
}
