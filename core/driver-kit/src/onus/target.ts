import { DeviceError } from '../contract/errors.ts'
import type { Session } from '../contract/session.ts'
import { ponOntsMacAddr, ponOntsSerial, type Interface } from '../modules/index.ts'
import { interfaceMoved, sameIdent } from '../ports/index.ts'
import { isEpon } from './interfaces.ts'
import { findInterface } from './one-interface.ts'
import { onuPlace, type OnuPlace } from './places.ts'
import type { Olt } from './tree.ts'

/** The ONU of a change, proven by the device. */
export interface OnuTarget {
  one: Interface
  place: OnuPlace
  /** Serial number or MAC address as the device shows it now; null: it was not asked, or does not tell. */
  ident: string | null
}

/** The ident that the OLT shows now; null: it shows none. */
async function identNow(session: Session, one: Interface): Promise<string | null> {
  const asked = { interface: one.id }
  try {
    if (isEpon(one))
      return (await session.call(ponOntsMacAddr, asked, { again: true }))[0]?.mac_address ?? null
    return (await session.call(ponOntsSerial, asked, { again: true }))[0]?.serial ?? null
  } catch (error) {
    if (error instanceof DeviceError && error.kind === 'Unsupported') return null
    throw error
  }
}

/**
 * The ONU of a change. If the caller or the inventory knows its ident, the device shows first
 * that the same ONU still has this place.
 * @throws DeviceError InterfaceMoved if another ONU has it, Unsupported if the caller gave an ident and the
 *   OLT shows none, BadArgument for what is not an ONU
 */
export async function targetOf(
  session: Session,
  olt: Olt,
  args: { interface: string | number; ident?: string },
): Promise<OnuTarget> {
  const one = await findInterface(session, olt, args.interface)
  const place = onuPlace(olt.places, one)
  const { expected } = session.port
  const known = args.ident ?? (expected?.id === one.id ? (expected.ident ?? null) : null)
  if (known === null) return { one, place, ident: null }
  const ident = await identNow(session, one)
  if (ident === null && args.ident !== undefined)
    throw new DeviceError(
      'Unsupported',
      `The OLT does not show the ident of ${one.name}, so it cannot be compared with "${args.ident}". ` +
        'Nothing was changed. Leave "ident" out to change whatever ONU has this place.',
      { argument: 'ident' },
    )
  if (ident !== null && !sameIdent(ident, known)) throw interfaceMoved({ id: one.id, name: known }, ident)
  return { one, place, ident }
}
