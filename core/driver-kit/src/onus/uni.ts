import { implement, type Implementation } from '../contract/implementation.ts'
import type { Session } from '../contract/session.ts'
import { refOf, uniInterfacesStatus, type Interface } from '../modules/index.ts'
import { readRows, readTable, type Columns, type RowOf } from '../table/index.ts'
import { onusFor } from './interfaces.ts'
import { isOnu, type PlaceIndex } from './places.ts'
import { indexOf, layoutsOf, placeAt, placesOf } from './layouts.ts'
import type { Olt, OnuTable } from './tree.ts'

/** One Ethernet port of an ONU (UNI) in an answer of `uni_interfaces_status`. */
export type Uni = (typeof uniInterfacesStatus.example)[number]['unis'][number]

/**
 * The state of a port from its configured state and its link. Null: not known. A port that is down may be
 * switched off, so without its configured state nobody knows which of the two it is.
 */
export const uniStatus = (admin: Uni['admin_state'], link: 'Up' | 'Down' | null): Uni['status'] =>
  admin === 'Disabled' ? 'Disabled' : admin === null && link === 'Down' ? null : link

/** Ethernet ports of ONUs: rows `<index of the ONU>.<number of the port>`. */
export interface UniTable<C extends Columns> extends Omit<OnuTable, 'columns'> {
  columns: C
  /** Null: the row is not an Ethernet port of the ONU. */
  shape(num: number, row: RowOf<C>): Uni | null
  /** The ports that are asked for one ONU, by GETs. Absent: its rows are adjacent and are walked. */
  ports?: readonly number[]
}

async function rowsOf<C extends Columns>(
  session: Session,
  olt: Olt,
  { columns, ports }: Pick<UniTable<C>, 'columns' | 'ports'>,
  layouts: readonly PlaceIndex[],
  onus: readonly Interface[] | 'all',
): Promise<Map<string, RowOf<C>>> {
  if (onus === 'all') return readTable(session, columns)
  const under = onus.flatMap(({ id }) => {
    const place = olt.places.placeOf(id)
    return place && isOnu(place) ? layouts.flatMap(layout => indexOf(layout, place) ?? []) : []
  })
  if (ports) {
    const indexes = under.flatMap(index => ports.map(port => `${index}.${port}`))
    return readRows(session, columns, indexes)
  }
  const found = new Map<string, RowOf<C>>()
  for (const index of under)
    for (const [at, row] of await readTable(session, columns, { under: index })) found.set(at, row)
  return found
}

/**
 * Rows of Ethernet ports of the ONUs of `interface`, or of all ONUs, in the order of their numbers. An ONU
 * without any row is left out; `shape` gives null for what is not an Ethernet port.
 */
export async function readUnis<C extends Columns, T extends { num: number }>(
  session: Session,
  olt: Olt,
  table: Omit<UniTable<C>, 'shape'> & { shape(num: number, row: RowOf<C>): T | null },
  wanted?: string | number,
): Promise<{ interface: ReturnType<typeof refOf>; unis: T[] }[]> {
  const { onus, read } = await onusFor(session, olt, wanted)
  // The rows of a whole port cost less as one walk of all rows than as one walk for each ONU.
  const asked = onus.length > 8 ? 'all' : read
  const places = asked === 'all' ? 'all' : placesOf(olt.places, asked).map(([place]) => place)
  const layouts = await layoutsOf(session, table, places)
  const rows = await rowsOf(session, olt, table, layouts, asked)
  const byOnu = new Map<number, T[]>()
  for (const [index, row] of rows) {
    const at = index.lastIndexOf('.')
    const place = placeAt(layouts, index.slice(0, at))
    const id = place && olt.places.keyOf(place)
    const uni = table.shape(Number(index.slice(at + 1)), row)
    if (id === null || uni === null) continue
    const list = byOnu.get(id)
    if (list) list.push(uni)
    else byOnu.set(id, [uni])
  }
  return onus.flatMap(one => {
    const unis = byOnu.get(one.id)
    return unis ? [{ interface: refOf(one), unis: unis.toSorted((a, b) => a.num - b.num) }] : []
  })
}

/** uni_interfaces_status. An ONU without any row is left out. */
export const uniModule = <const C extends Columns>(olt: Olt, table: UniTable<C>): Implementation =>
  implement(uniInterfacesStatus, (session, args) => readUnis(session, olt, table, args.interface))
