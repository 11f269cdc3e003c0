import { DeviceError } from '../contract/errors.ts'
import type { Session } from '../contract/session.ts'
import type { Column } from '../table/index.ts'
import { resolveInterface, type InterfaceArg } from '../builders/interfaces.ts'
import { type Interface } from '../modules/index.ts'
import { interfaceMoved, isSamePort, proofOf, sameIdent, textProof } from '../ports/index.ts'
import { isOnu, type OnuPlace, type Places, type Technology } from './places.ts'
import { fetchOnu } from './cells.ts'
import { indexOf, layoutsOf, placeAt } from './layouts.ts'
import { canBe, readPorts, type ProvenPorts } from './proven.ts'
import { readOnus } from './rows.ts'
import type { Olt, OnuTable, OnuTree } from './tree.ts'
import { usedTrees } from './used-trees.ts'

const keepMs = 60_000

const agrees = (told: string | null | undefined, technology: Technology): boolean =>
  told == null || told.endsWith('epon') === technology.endsWith('epon')

/**
 * The interface of an ONU. While the board is out, the port is missing. A port without a key is one that the
 * OLT does not tell.
 */
export function onuInterface(
  places: Places,
  { technology, finder, mixed }: OnuTree,
  place: OnuPlace,
  ports: ReadonlyMap<number, Interface>,
  ifIndex: number | null,
): Interface[] {
  const [id, parentId] = [places.keyOf(place), places.keyOf({ ...place, onu: null })]
  if (id === null) return []
  const parent = parentId === null ? undefined : ports.get(parentId)
  const { shelf: _frame, slot: _slot, onu: _onu } = place
  const _port = parentId === null ? null : place.port
  // The tables of GPON have XG-PON and XGS-PON too: only the port tells which of them it is.
  const untold = mixed || (parent && technology === 'gpon')
  // A port that is called EPON with an ONU in a table of GPON, or the reverse: one of the two is wrong.
  const contradicts = !mixed && !agrees(parent?.pontype, technology)
  const pontype = contradicts ? null : (parent?.pontype ?? (untold ? null : technology))
  return [
    {
      id,
      name: places.onuName(place, parent, technology),
      type: 'ONU',
      parent: parent?.id ?? null,
      if_index: ifIndex,
      ...(finder && { if_type: finder.ifType }),
      pontype,
      _technology: pontype,
      _frame,
      _slot,
      _port,
      _onu,
    },
  ]
}

export const byId = (interfaces: readonly Interface[]) => new Map(interfaces.map(one => [one.id, one]))

/** ifIndex of an ONU; null: it is no row of ifTable. */
export const ifIndexOf = async (
  session: Session,
  olt: Olt,
  { finder }: OnuTree,
  place: OnuPlace,
): Promise<number | null> => (await (finder ?? olt).ifIndexOf?.(session, place)) ?? null

export const keptPorts = (session: Session, olt: Olt): Promise<ProvenPorts> =>
  session.memo('ports', () => readPorts(session, olt), keepMs)

/**
 * The port with this bind key, ifIndex or name. The name has the form of the agent or of the command line.
 */
export function portNamed(
  { keyOf, parse }: Places,
  ports: readonly Interface[],
  wanted: InterfaceArg,
): Interface | undefined {
  const named = parse(String(wanted))
  const spelled =
    named && named.onu === null
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
async function provenPort(
  session: Session,
  olt: Olt,
  port: Interface,
  kept: readonly Interface[],
): Promise<Interface> {
  const { expected, strict } = session.port
  let one: Interface | undefined = port
  if (expected?.id === port.id && !isSamePort(port, expected, kept, strict)) {
    const { ports } = await readPorts(session, olt)
    one = ports.find(({ id }) => id === expected.id)
    if (!one || !isSamePort(one, expected, ports, strict))
      throw interfaceMoved(expected, one?.name ?? null, ports)
  }
  const proof = proofOf(one)
  if (proof) session.port.prove(proof)
  return one
}

/** The name of an ONU is its place. Its serial number or MAC address shows that it is still the same ONU. */
async function proveOnu(session: Session, tree: OnuTree, one: Interface, place: OnuPlace): Promise<void> {
  const { expected, prove } = session.port
  const ident = expected?.id === one.id ? expected.ident : null
  if (!ident) return
  const table: OnuTable | undefined = tree.serials ?? tree.macs
  const column = table?.columns['serial'] ?? table?.columns['mac']
  if (!table || !column) return
  const layouts = await layoutsOf(session, table, [place])
  for (const index of layouts.flatMap(layout => indexOf(layout, place) ?? []))
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

/** The place as the index of the list tells it: a key by serial number has no port, the OLT's table has. */
async function exactPlace(session: Session, { list }: OnuTree, place: OnuPlace): Promise<OnuPlace> {
  const layouts = await layoutsOf(session, list, [place])
  for (const layout of layouts) {
    const index = indexOf(layout, place)
    const told = index === null ? null : placeAt(layouts, index)
    if (told) return told
  }
  return place
}

const isListed = async (session: Session, olt: Olt, tree: OnuTree, one: Interface): Promise<boolean> =>
  (await fetchOnu(session, olt, tree, one)) ?? (await readOnus(session, olt, tree.list, [one])).size > 0

/** The ONU with this ifIndex. */
async function onuAt(session: Session, olt: Olt, ifIndex: number): Promise<OnuPlace | null> {
  for (const { finder } of await usedTrees(session, olt)) {
    const place = await finder?.at?.(session, ifIndex)
    if (place) return place
  }
  return null
}

/**
 * A port or an ONU, read without the other ONUs.
 * @throws DeviceError BadArgument if the device does not have it
 */
export async function findInterface(session: Session, olt: Olt, wanted: InterfaceArg): Promise<Interface> {
  const { places } = olt
  const { ports: kept, boards } = await keptPorts(session, olt)
  const port = portNamed(places, kept, wanted)
  if (port) return provenPort(session, olt, port, kept)
  const text = String(wanted).trim()
  const place = /^\d+$/.test(text)
    ? (places.placeOf(Number(text)) ?? (await onuAt(session, olt, Number(text))))
    : places.parse(text)
  if (place && isOnu(place)) {
    for (const tree of await usedTrees(session, olt)) {
      const exact = await exactPlace(session, tree, place)
      const has = tree.finder && (await tree.finder.has(session, exact))
      const ifIndex = has === false ? null : await ifIndexOf(session, olt, tree, exact)
      const [one] = onuInterface(places, tree, exact, byId(kept), ifIndex)
      if (!one || !canBe(places, boards, exact)) continue
      // The proof comes with the request for the row. An ONU that the OLT does not have proves nothing.
      await proveOnu(session, tree, one, exact)
      if (has ?? (await isListed(session, olt, tree, one))) return one
    }
  }
  const { ports: fresh } = await readPorts(session, olt)
  return portNamed(places, fresh, wanted) ?? resolveInterface(fresh, wanted)
}
