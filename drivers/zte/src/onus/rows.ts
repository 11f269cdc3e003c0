import {
  DeviceError,
  readRows,
  readTable,
  type Columns,
  type RowOf,
  type Session,
} from '@linecard/driver-kit'
import type { Interface } from '@linecard/driver-kit/modules'
import type { PlaceIndex } from '../indexes.ts'
import { fitting, keyOf, placeOfKey, type Place } from '../place.ts'
import type { OnuTable, OnuTree, OnuTrees } from './tree.ts'

export type OnuRow<C> = RowOf<C extends Columns ? C : Columns & C>

const keepMs = 60_000

/** The index of a place in one layout; null for a place that it cannot have. */
export const indexOf = (layout: PlaceIndex, place: Place): string | null =>
  fitting(() => layout.encode(place))

/** The place in an index. The first layout that can read the index decides. */
export const placeOf = (layouts: readonly PlaceIndex[], index: string): Place | null => {
  for (const layout of layouts) {
    const place = layout.decode(index)
    if (place) return place
  }
  return null
}

/**
 * Tells whether the agent has a row in the tree, with one request. A tree counts as used if its end was not
 * seen.
 */
async function used(session: Session, { list }: OnuTree): Promise<boolean> {
  const { columns, missing } = await session.snmp.columns([Object.values(list.columns)[0]!.oid], {
    maxRows: 1,
  })
  return columns.some(rows => rows.size > 0) || missing.length > 0
}

const findUsed = (session: Session, trees: OnuTrees): Promise<OnuTree[]> =>
  session.memo(
    'onu_trees',
    async () => {
      const found: OnuTree[] = []
      for (const generations of trees) {
        for (const tree of generations) {
          if (!(await used(session, tree))) continue
          found.push(tree)
          break
        }
      }
      return found
    },
    keepMs,
  )

/**
 * The trees that the firmware of this device fills, at most one for each technology. If the agent stops
 * answering during these requests, the result is a partial answer (fault 1).
 */
export async function usedTrees(session: Session, trees: OnuTrees): Promise<OnuTree[]> {
  try {
    return await findUsed(session, trees)
  } catch (error) {
    if (!(error instanceof DeviceError) || error.kind !== 'DeviceTimeout' || !session.answered) throw error
    for (const { list } of trees.flat())
      session.report({ what: Object.values(list.columns)[0]!.oid, reason: 'silent', rows: 0 })
    return []
  }
}

/** Places of all ONUs of a tree, or of one port's. */
export async function readPlaces(session: Session, { list }: OnuTree, port?: Place): Promise<Place[]> {
  const under = port && list.index.length === 1 ? list.index[0]!.under?.(port) : undefined
  const rows = await readTable(session, list.columns, under === undefined ? {} : { under })
  const places = [...rows.keys()].flatMap(index => placeOf(list.index, index) ?? [])
  return port
    ? places.filter(
        ({ shelf, slot, port: number }) => shelf === port.shelf && slot === port.slot && number === port.port,
      )
    : places
}

/**
 * Rows by bind key: of all ONUs as whole columns, or of the given ONUs by GETs. ONUs without any value have
 * no row.
 */
export async function readOnus<C>(
  session: Session,
  { columns: declared, index: layouts }: OnuTable<C>,
  onus: readonly Interface[] | 'all',
  only?: readonly (keyof C & string)[],
): Promise<Map<number, OnuRow<C>>> {
  const columns = declared as unknown as Columns
  const found = new Map<number, OnuRow<C>>()
  if (onus === 'all') {
    for (const [index, row] of await readTable(session, columns, { only })) {
      const place = placeOf(layouts, index)
      const key = place && keyOf(place)
      if (key !== null) found.set(key, row as OnuRow<C>)
    }
    return found
  }
  const indexes = new Map(
    onus.flatMap(({ id }) => {
      const place = placeOfKey(id)
      return place
        ? layouts.flatMap(layout => {
            const index = indexOf(layout, place)
            return index === null ? [] : [[index, id] as const]
          })
        : []
    }),
  )
  for (const [index, row] of await readRows(session, columns, [...indexes.keys()], { only }))
    found.set(indexes.get(index)!, row as OnuRow<C>)
  return found
}
