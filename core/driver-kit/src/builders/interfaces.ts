import { interfacesList, listOf, type Interface } from '../modules/index.ts'
import { DeviceError } from '../contract/errors.ts'
import type { Session } from '../contract/session.ts'
import { interfaceMoved, isSamePort, proofOf, sameName } from '../ports/index.ts'
import { isUnder } from '../oid.ts'
import { flatMapInSlices } from '../slices.ts'
import { readRows, readTable, type Columns, type ReadOptions, type RowOf } from '../table/index.ts'

/** The name of an interface in an argument: bind key, ifIndex or name. */
export type InterfaceArg = string | number

/**
 * The interface with this bind key, else this ifIndex, else this name (exact, then in any case).
 * @throws DeviceError BadArgument if there is no such interface, or if several have this name
 */
export function resolveInterface(interfaces: readonly Interface[], wanted: InterfaceArg): Interface {
  const text = String(wanted).trim()
  const number = /^\d+$/.test(text) ? Number(text) : null
  const byNumber =
    number === null
      ? undefined
      : (interfaces.find(({ id }) => id === number) ?? interfaces.find(({ if_index }) => if_index === number))
  if (byNumber) return byNumber
  for (const fits of [
    (name: string) => name === text,
    (name: string) => name.toLowerCase() === text.toLowerCase(),
  ]) {
    const found = interfaces.filter(({ name }) => fits(name))
    const ids = found
      .slice(0, 5)
      .map(({ id }) => id)
      .join(', ')
    if (found.length > 1)
      throw new DeviceError(
        'BadArgument',
        `"${text}" names ${found.length} interfaces: give one of the ids ${ids}`,
        { argument: 'interface' },
      )
    if (found[0]) return found[0]
  }
  throw new DeviceError(
    'BadArgument',
    `The device has no interface "${text}": give an id, an ifIndex or a name from interfaces_list`,
    { argument: 'interface' },
  )
}

/** Only the interfaces that the arguments of `interfaces_list` select. */
export function filterInterfaces(
  interfaces: readonly Interface[],
  {
    interface: wanted,
    type,
    parent,
    root,
  }: {
    interface?: InterfaceArg
    type?: string | readonly string[]
    parent?: InterfaceArg
    root?: boolean | string
  },
): Interface[] {
  const types = listOf(type)?.map(word => word.toUpperCase())
  const parentId = parent === undefined ? undefined : resolveInterface(interfaces, parent).id
  const onlyRoots = root === true || (typeof root === 'string' && /^(1|true|yes)$/i.test(root))
  const chosen = wanted === undefined ? interfaces : [resolveInterface(interfaces, wanted)]
  return chosen.filter(
    one =>
      (!types || types.includes(one.type.toUpperCase())) &&
      (parentId === undefined || one.parent === parentId) &&
      (!onlyRoots || one.parent === null),
  )
}

const keepMs = 60_000

/**
 * The interface of an argument. If it is the bind key of the port that the caller has seen, the interface
 * must still be that port.
 * @throws DeviceError BadArgument if there is none, InterfaceMoved if another port has its bind key
 */
export function meantInterface(
  { port: { expected, strict, renamed } }: Pick<Session, 'port'>,
  interfaces: readonly Interface[],
  wanted: InterfaceArg,
): Interface {
  if (!expected || String(wanted).trim() !== String(expected.id)) return resolveInterface(interfaces, wanted)
  const one = interfaces.find(({ id }) => id === expected.id)
  if (one && isSamePort(one, expected, interfaces, strict)) {
    if (!sameName(one.name, expected.name)) renamed()
    return one
  }
  throw interfaceMoved(expected, one?.name ?? null, interfaces)
}

/**
 * The interface of an argument, from a kept list or, if that does not fit, from one that is read now. The
 * device proves it with the next request of the call.
 */
export async function provenInterface(
  session: Session,
  kept: readonly Interface[],
  read: () => Promise<readonly Interface[]>,
  wanted: InterfaceArg,
): Promise<Interface> {
  let one: Interface
  try {
    one = meantInterface(session, kept, wanted)
  } catch (error) {
    if (!(error instanceof DeviceError)) throw error
    one = meantInterface(session, await read(), wanted)
  }
  const proof = proofOf(one)
  if (proof) session.port.prove(proof)
  return one
}

/**
 * All interfaces, or the one of the argument. The list is kept for a minute, so that calls for single ports
 * do not read it each time; the device proves the port with the next request.
 */
export async function interfacesFor(session: Session, wanted?: InterfaceArg): Promise<Interface[]> {
  const read = () => session.call(interfacesList, {})
  if (wanted === undefined) return read()
  const kept = await session.memo('interfaces', read, keepMs)
  return [await provenInterface(session, kept, read, wanted)]
}

/** Interfaces by ifIndex. */
export const byIfIndex = (interfaces: readonly Interface[]): Map<number, Interface> =>
  new Map(interfaces.flatMap(one => (one.if_index === null ? [] : [[one.if_index, one] as const])))

/** ifTable and ifXTable (IF-MIB), in which every interface has a row. */
const ifTables = ['1.3.6.1.2.1.2.2', '1.3.6.1.2.1.31.1.1'] as const

/**
 * The rows that interfaces must have in these columns, with their kinds, if all columns are of IF-MIB. The
 * kind of an ONU that the table of a vendor lists is not known.
 */
const rowsOf = (interfaces: readonly Interface[], columns: Columns): Map<string, unknown> | undefined =>
  Object.values(columns).every(({ oid }) => ifTables.some(table => isUnder(oid, table)))
    ? new Map(
        interfaces.flatMap(({ if_index, type, if_type }) =>
          if_index === null ? [] : [[String(if_index), if_type ?? (type === 'ONU' ? null : type)] as const],
        ),
      )
    : undefined

/**
 * Rows of a table whose index is ifIndex, with their interfaces, in the order of the list. For one interface
 * it sends a GET, for all a walk. Interfaces without any value are left out.
 */
export async function rowsByIfIndex<C extends Columns>(
  session: Session,
  columns: C,
  interfaces: readonly Interface[],
  wanted?: InterfaceArg,
  options: Pick<ReadOptions<C>, 'only'> = {},
): Promise<[Interface, RowOf<C>][]> {
  const indexes = interfaces.flatMap(({ if_index }) => (if_index === null ? [] : [String(if_index)]))
  const beside = rowsOf(interfaces, columns)
  const rows =
    wanted === undefined
      ? await readTable(session, columns, { ...options, ...(beside && { beside }) })
      : await readRows(session, columns, indexes, options)
  return flatMapInSlices(interfaces, (one): [Interface, RowOf<C>][] => {
    const row = one.if_index === null ? undefined : rows.get(String(one.if_index))
    return row ? [[one, row]] : []
  })
}
