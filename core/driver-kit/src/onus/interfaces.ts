import { implement, type Implementation } from '../contract/implementation.ts'
import type { Session } from '../contract/session.ts'
import { filterInterfaces, type InterfaceArg } from '../builders/interfaces.ts'
import { interfacesList, listOf, parseInterface, type Interface } from '../modules/index.ts'
import { readPorts, type ProvenPorts } from './proven.ts'
import { readPlaces } from './rows.ts'
import type { Olt } from './tree.ts'
import { byId, findInterface, ifIndexOf, onuInterface, portNamed } from './one-interface.ts'
import { usedTrees } from './used-trees.ts'

/** ONUs of EPON and 10G-EPON are in other tables than ONUs of the GPON family. */
export const isEpon = ({ pontype }: Interface): boolean => pontype === 'epon' || pontype === 'xepon'

/** All ONUs, or the ONUs of one port, in the order of their places. */
export async function listOnus(
  session: Session,
  olt: Olt,
  { ports, boards }: ProvenPorts,
  port?: Interface,
): Promise<Interface[]> {
  const at = port && olt.places.placeOf(port.id)
  const known = byId(ports)
  const onus: Interface[] = []
  for (const tree of await usedTrees(session, olt)) {
    for (const place of await readPlaces(session, olt, tree, boards, at ?? undefined)) {
      const ifIndex = await ifIndexOf(session, olt, tree, place)
      onus.push(...onuInterface(olt.places, tree, place, known, ifIndex))
    }
  }
  return [...byId(onus).values()].toSorted((a, b) => a.id - b.id)
}

/**
 * The ONUs of `interface` (one ONU, or all ONUs of a PON port), or all ONUs. `read` reads them. An interface
 * that was found in this call is not looked for again.
 */
export async function onusFor(
  session: Session,
  olt: Olt,
  wanted?: InterfaceArg | Interface,
): Promise<{ onus: Interface[]; read: Interface[] | 'all' }> {
  const chosen = await chosenOnus(session, olt, wanted)
  return chosen
    ? { onus: chosen, read: chosen }
    : { onus: await session.call(interfacesList, { type: 'ONU' }), read: 'all' }
}

/** The ONUs of `interface`: one ONU, or all ONUs of a PON port. Null: all are meant, see `allOnus`. */
export async function chosenOnus(
  session: Session,
  olt: Olt,
  wanted?: InterfaceArg | Interface,
): Promise<Interface[] | null> {
  if (wanted === undefined) return null
  const one = typeof wanted === 'object' ? wanted : await findInterface(session, olt, wanted)
  if (one.type === 'ONU') return [one]
  return one.type === 'PON' ? session.call(interfacesList, { type: 'ONU', parent: one.id }) : []
}

/** interfaces_list and parse_interface. ONUs are read only if the arguments do not exclude them. */
export const interfaceModules = (olt: Olt): Implementation[] => [
  implement(interfacesList, async (session, args) => {
    if (args.interface !== undefined && args.parent === undefined)
      return filterInterfaces([await findInterface(session, olt, args.interface)], {
        type: args.type,
        root: args.root,
      })
    const read = await readPorts(session, olt)
    const { ports } = read
    const withOnus =
      (listOf(args.type)?.some(type => /^onu$/i.test(type)) ?? true) &&
      !/^(1|true|yes)$/i.test(String(args.root))
    const parent = args.parent === undefined ? undefined : portNamed(olt.places, ports, args.parent)
    const onus = withOnus ? await listOnus(session, olt, read, parent) : []
    return filterInterfaces([...ports, ...onus], parent ? { ...args, parent: parent.id } : args)
  }),
  implement(parseInterface, (session, args) => findInterface(session, olt, args.interface)),
]
