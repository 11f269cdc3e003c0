import { freeNumbers, type FreeNumbers } from '@linecard/driver-kit/onus'
import { interfacesList, ponPortsList, type Interface } from '@linecard/driver-kit/modules'
import { ask, identsOf, type HeldOlt } from '../olt/device.ts'
import { identKey } from '../ident.ts'

/** A PON port before a registration, as the OLT shows it now. */
export interface PortNow {
  port: Interface
  free: FreeNumbers
  /** All interfaces of the OLT. */
  all: readonly Interface[]
  /** Where idents are registered on this OLT, by `identKey`. */
  registered: ReadonlyMap<string, Interface>
}

/** What the whole OLT shows now. */
export interface OltNow {
  all: readonly Interface[]
  ports: readonly Interface[]
  registered: ReadonlyMap<string, Interface>
}

/** Reads all interfaces, and who is registered on the whole OLT. */
export async function oltNow(olt: HeldOlt): Promise<OltNow> {
  const all: readonly Interface[] = await ask(olt, interfacesList, {})
  const ports: readonly Interface[] = await ask(olt, ponPortsList, {})
  const idents = await identsOf(olt)
  const byId = new Map(all.map(one => [one.id, one]))
  const registered = new Map<string, Interface>()
  for (const [id, ident] of idents) {
    const one = byId.get(id)
    if (one) registered.set(identKey(ident), one)
  }
  return { all, ports, registered }
}

/** One port of it. */
export function portOf({ all, ports, registered }: OltNow, wanted: Interface): PortNow {
  const same = ({ id }: Interface) => id === wanted.id
  const port = ports.find(same) ?? all.find(same) ?? wanted
  const [free] = freeNumbers(all, [port])
  return { port, free: free!, all, registered }
}

export const portNow = async (olt: HeldOlt, wanted: Interface): Promise<PortNow> =>
  portOf(await oltNow(olt), wanted)
