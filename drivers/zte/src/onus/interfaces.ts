import { DeviceError, implement, type Column, type Implementation, type Session } from '@linecard/driver-kit'
import { filterInterfaces, resolveInterface, type InterfaceArg } from '@linecard/driver-kit/builders'
import { interfacesList, listOf, parseInterface, type Interface } from '@linecard/driver-kit/modules'
import { interfaceMoved, isSamePort, proofOf, sameIdent, textProof } from '@linecard/driver-kit/ports'
import { keyOf, onuName, parseName, placeOfKey, type Place } from '../place.ts'
import { readPorts } from '../port-list.ts'
import { indexOf, readOnus, readPlaces, usedTrees } from './rows.ts'
import type { OnuTable, OnuTree, OnuTrees } from './tree.ts'

const keepMs = 60_000
const portKey = (place: Place): number | null => keyOf({ ...place, onu: 0 })

/** The interface of an ONU. While the board is out, the port is missing. */
function onuInterface(
  { technology }: OnuTree,
  place: Place,
  ports: ReadonlyMap<number, Interface>,
): Interface[] {
  const [id, parentId] = [keyOf(place), portKey(place)]
  if (id === null || parentId === null || place.onu === 0) return []
  const parent = ports.get(parentId)
  const { shelf: _frame, slot: _slot, port: _port, onu: _onu } = place
  // The tables of GPON have XG-PON and XGS-PON too: only the port tells which of them it is.
  const pontype = parent?.pontype ?? (parent && technology === 'gpon' ? null : technology)
  return [
    {
      id,
      name: onuName(parent?.name ?? `${technology}_${_frame}/${_slot}/${_port}`, _onu),
      type: 'ONU',
      parent: parent?.id ?? null,
      if_index: null,
      pontype,
      _technology: pontype,
      _frame,
      _slot,
      _port,
      _onu,
    },
  ]
}

/** ONUs of EPON and 10G-EPON are in other tables than ONUs of the GPON family. */
export const isEpon = ({ pontype }: Interface): boolean => pontype === 'epon' || pontype === 'xepon'

const byId = (interfaces: readonly Interface[]) => new Map(interfaces.map(one => [one.id, one]))

/** All ONUs, or the ONUs of one port, in the order of their places. */
async function listOnus(
  session: Session,
  trees: OnuTrees,
  ports: readonly Interface[],
  port?: Interface,
): Promise<Interface[]> {
  const at = port && placeOfKey(port.id)
  const known = byId(ports)
  const onus: Interface[] = []
  for (const tree of await usedTrees(session, trees)) {
    for (const place of await readPlaces(session, tree, at ?? undefined))
      onus.push(...onuInterface(tree, place, known))
  }
  return [...byId(onus).values()].toSorted((a, b) => a.id - b.id)
}

const keptPorts = (session: Session) => session.memo('ports', () => readPorts(session), keepMs)

/**
 * The port with this bind key, ifIndex or name. The name has the form of the agent or of the command line.
 */
function portNamed(ports: readonly Interface[], wanted: InterfaceArg): Interface | undefined {
  const named = parseName(String(wanted))
  const spelled =
    named && named.onu === 0
      ? ports.find(
          ({ id, pontype, type }) =>
            id === keyOf(named) &&
            (pontype ?? (type === 'PON' ? named.technology : null)) === named.technology,
        )
      : undefined
  if (spelled) return spelled
  try {
    return resolveInterface(ports, wanted)
  } catch (error) {
    if (error instanceof DeviceError && error.kind === 'BadArgument') return undefined
    throw error
  }
}

/** The port with its present row; the device proves it with the next request. */
async function provenPort(session: Session, port: Interface, kept: readonly Interface[]): Promise<Interface> {
  const { expected, strict } = session.port
  let one: Interface | undefined = port
  if (expected?.id === port.id && !isSamePort(port, expected, kept, strict)) {
    const ports = await readPorts(session)
    one = ports.find(({ id }) => id === expected.id)
    if (!one || !isSamePort(one, expected, ports, strict))
      throw interfaceMoved(expected, one?.name ?? null, ports)
  }
  const proof = proofOf(one)
  if (proof) session.port.prove(proof)
  return one
}

/** The name of an ONU is its place. Its serial number or MAC address shows that it is still the same ONU. */
function proveOnu({ port: { expected, prove } }: Session, tree: OnuTree, one: Interface): void {
  const ident = expected?.id === one.id ? expected.ident : null
  const place = placeOfKey(one.id)
  if (!ident || !place) return
  const table: OnuTable | undefined = tree.serials ?? tree.macs
  const column = table?.columns['serial'] ?? table?.columns['mac']
  if (!table || !column) return
  for (const index of table.index.flatMap(layout => indexOf(layout, place) ?? []))
    prove(
      textProof({
        port: { id: one.id, name: ident },
        kind: 'ident',
        oid: `${column.oid}.${index}`,
        shown: column as Column<string>,
        // An OLT that does not tell the ONU leaves its place as its only identity.
        fits: shown => shown === null || sameIdent(shown, ident),
      }),
    )
}

/**
 * A port or an ONU, read without the other ONUs.
 * @throws DeviceError BadArgument if the device does not have it
 */
export async function findInterface(
  session: Session,
  trees: OnuTrees,
  wanted: InterfaceArg,
): Promise<Interface> {
  const kept = await keptPorts(session)
  const port = portNamed(kept, wanted)
  if (port) return provenPort(session, port, kept)
  const text = String(wanted).trim()
  const place = /^\d+$/.test(text) ? placeOfKey(Number(text)) : parseName(text)
  if (place && place.onu > 0) {
    for (const tree of await usedTrees(session, trees)) {
      const [one] = onuInterface(tree, place, byId(kept))
      if (!one || (await readOnus(session, tree.list, [one])).size === 0) continue
      proveOnu(session, tree, one)
      return one
    }
  }
  const fresh = await readPorts(session)
  return portNamed(fresh, wanted) ?? resolveInterface(fresh, wanted)
}

/**
 * The ONUs of `interface` (one ONU, or all ONUs of a PON port), or all ONUs. `read` reads them.
 */
export async function onusFor(
  session: Session,
  trees: OnuTrees,
  wanted?: InterfaceArg,
): Promise<{ onus: Interface[]; read: Interface[] | 'all' }> {
  if (wanted === undefined) return { onus: await session.call(interfacesList, { type: 'ONU' }), read: 'all' }
  const one = await findInterface(session, trees, wanted)
  const onus =
    one.type === 'ONU'
      ? [one]
      : one.type === 'PON'
        ? await session.call(interfacesList, { type: 'ONU', parent: one.id })
        : []
  return { onus, read: onus }
}

/** interfaces_list and parse_interface. ONUs are read only if the arguments do not exclude them. */
export const interfaceModules = (trees: OnuTrees): Implementation[] => [
  implement(interfacesList, async (session, args) => {
    if (args.interface !== undefined && args.parent === undefined)
      return filterInterfaces([await findInterface(session, trees, args.interface)], {
        type: args.type,
        root: args.root,
      })
    const ports = await readPorts(session)
    const withOnus =
      (listOf(args.type)?.some(type => /^onu$/i.test(type)) ?? true) &&
      !/^(1|true|yes)$/i.test(String(args.root))
    const parent = args.parent === undefined ? undefined : portNamed(ports, args.parent)
    const onus = withOnus ? await listOnus(session, trees, ports, parent) : []
    return filterInterfaces([...ports, ...onus], parent ? { ...args, parent: parent.id } : args)
  }),
  implement(parseInterface, (session, args) => findInterface(session, trees, args.interface)),
]
