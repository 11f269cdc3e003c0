import { DeviceError, type Session } from '@linecard/driver-kit'
import { interfacesList, type Interface } from '@linecard/driver-kit/modules'
import { findInterface, type Olt } from '@linecard/driver-kit/onus'
import { keyOf, parsePon, portOf, type EthernetKeys } from '../place.ts'

/** Finds the interface of a name that the console printed: `epon0/1:5`, `gpon0/1:5-1`, `g0/1`. */
export type NameLookup = (name: string) => Interface | undefined

/** So many names are looked up one by one. For more of them the list of all interfaces costs less. */
const few = 8

const keyOfName = (name: string, keys: EthernetKeys): number | null => {
  const place = parsePon(name)
  return place ? keyOf(place) : portOf(name, 0, keys).id
}

/** The interface of a bind key; undefined: it went away after the console had printed it. */
async function one(session: Session, olt: Olt, id: number): Promise<Interface | undefined> {
  try {
    return await findInterface(session, olt, id)
  } catch (error) {
    if (error instanceof DeviceError && error.kind === 'BadArgument') return undefined
    throw error
  }
}

/** The interfaces of these names of the console. */
export async function namesOf(
  session: Session,
  olt: Olt,
  keys: EthernetKeys,
  names: readonly string[],
): Promise<NameLookup> {
  const ids = new Set(names.flatMap(name => keyOfName(name, keys) ?? []))
  const known = new Map<number, Interface>()
  if (ids.size <= few)
    for (const id of ids) {
      const found = await one(session, olt, id)
      if (found) known.set(id, found)
    }
  else for (const found of await session.call(interfacesList, {})) known.set(found.id, found)
  return name => known.get(keyOfName(name, keys) ?? -1)
}

/** The number of the virtual port in `gpon0/1:5-1`. */
export const virtualPort = (name: string): number | null => {
  const found = /:\d{1,4}-(\d{1,5})$/.exec(name)
  return found ? Number(found[1]) : null
}
