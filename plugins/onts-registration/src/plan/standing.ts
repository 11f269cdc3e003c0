import { onuSerialHex, parseMac, parseOnuSerial } from '@linecard/driver-kit/codecs'
import type { Interface } from '@linecard/driver-kit/modules'
import { fail } from '../errors.ts'
import { identKey } from '../ident.ts'
import type { HeldOlt } from '../olt/device.ts'
import { lastDone, scriptOf } from '../run/store.ts'
import type { OntPlace } from '../words/run.ts'
import type { Registrations } from '../registrations.ts'
import type { OltNow } from './port.ts'
import { nameOf, type Ont } from './waiting.ts'

/** An ONU that is registered on the OLT. */
export interface Registered {
  onu: Interface
  port: Interface
  place: OntPlace
  /** As templates see it. What the OLT does not tell is from its registration, else null. */
  ont: Ont
  /** Of its registration by this service; null: there is none. */
  params: Record<string, unknown> | null
  /** Secrets among its params. */
  secrets: readonly string[]
  /** The lines that its registration gave it; null: nobody has read them. */
  made: string[] | null
}

const technologyOf = ({ pontype }: Interface): Ont['type'] =>
  pontype === null || pontype === undefined ? null : pontype.includes('epon') ? 'epon' : 'gpon'

/** An ONU without what only the list of unregistered ones tells. */
function bareOnt(ident: string, onu: Interface, port: Interface): Ont {
  const type = technologyOf(onu)
  const serial = type === 'epon' ? null : parseOnuSerial(ident)
  return {
    ident,
    serial: type === 'epon' ? null : (serial ?? ident),
    mac_address: type === 'epon' ? parseMac(ident) : null,
    _serial_hex: serial === null ? null : onuSerialHex(serial),
    _serial_ascii: serial,
    model: null,
    version: null,
    type,
    loid: null,
    password: null,
    interface: port,
  }
}

/**
 * The ONU with this ident on the OLT now, with what is known of its registration.
 * @throws ApiError ONTS_REGISTRATION_NOT_FOUND
 */
export async function registeredOnt(
  parts: Registrations,
  olt: HeldOlt,
  now: OltNow,
  ident: string,
): Promise<Registered> {
  const onu = now.registered.get(identKey(ident))
  const port = onu && [...now.ports, ...now.all].find(({ id }) => id === onu.parent)
  const number = onu?._onu ?? null
  if (!onu || !port || number === null)
    throw fail('ONTS_REGISTRATION_NOT_FOUND', { ident, device: await nameOf(olt) })
  const last = await lastDone(parts, ident, olt.target.deviceId!)
  const script = last?.script ? scriptOf(parts, last) : null
  const bare = bareOnt(ident, onu, port)
  const known = Object.fromEntries(Object.entries(script?.ont ?? {}).filter(([, value]) => value !== null))
  return {
    onu,
    port,
    place: { port: { id: port.id, name: port.name }, number },
    ont: { ...bare, ...known, interface: port },
    params: script?.params ?? null,
    secrets: script?.secrets ?? [],
    made: last?.seen?.configuration?.lines ?? null,
  }
}
