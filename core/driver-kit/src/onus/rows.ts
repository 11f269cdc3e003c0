import type { Session } from '../contract/session.ts'
import { DeviceError } from '../contract/errors.ts'
import { readRows, readTable, type Columns, type ReadingSession, type RowOf } from '../table/index.ts'
import type { Interface } from '../modules/index.ts'
import { indexOf, layoutsOf, placeAt, placesOf } from './layouts.ts'
import { withCells } from './cells.ts'
import { samePort, type OnuPlace, type PortPlace } from './places.ts'
import type { Olt, OnuTable, OnuTree } from './tree.ts'

export type OnuRow<C> = RowOf<C extends Columns ? C : Columns & C>

const keepMs = 60_000

/**
 * Tells whether the agent has a row in the tree, with one request: a row in every column of its list. A tree
 * counts as used if the end of its columns was not seen.
 */
async function used(session: Session, { list, finder }: OnuTree): Promise<boolean> {
  if (finder) return true
  const oids = Object.values(list.columns).map(({ oid }) => oid)
  const { columns, missing } = await session.snmp.columns(oids, { maxRows: 1 })
  return columns.every((rows, at) => rows.size > 0 || missing.some(({ what }) => what === oids[at]))
}

const findUsed = (session: Session, { trees }: Olt): Promise<readonly OnuTree[]> =>
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
export async function usedTrees(session: Session, olt: Olt): Promise<readonly OnuTree[]> {
  try {
    return await findUsed(session, olt)
  } catch (error) {
    if (!(error instanceof DeviceError) || error.kind !== 'DeviceTimeout' || !session.answered) throw error
    for (const { list } of olt.trees.flat())
      session.report({ what: Object.values(list.columns)[0]!.oid, reason: 'silent', rows: 0 })
    return []
  }
}

/** Places of all ONUs of a tree, or of one port's. */
export async function readPlaces(
  session: Session,
  { list, finder }: OnuTree,
  port?: PortPlace,
): Promise<OnuPlace[]> {
  if (finder) return (await finder.all(session)).filter(place => !port || samePort(place, port))
  const layouts = await layoutsOf(session, list)
  const under = port && layouts.length === 1 ? layouts[0]!.under?.(port) : undefined
  const rows = await readTable(session, list.columns, under === undefined ? {} : { under })
  const places = [...rows.keys()].flatMap(index => placeAt(layouts, index) ?? [])
  return port ? places.filter(place => samePort(place, port)) : places
}

/** What whole columns have shown: the places of their rows, and whether all of them arrived. */
export interface Sight {
  places: Map<number, OnuPlace>
  /** OIDs of the columns. */
  oids: Set<string>
  lost: boolean
}
export const newSight = (): Sight => ({ places: new Map(), oids: new Set(), lost: false })

/** The session, which notes the objects that did not arrive. */
export const noting = (session: Session, missing: string[]): Session =>
  Object.create(session, {
    report: {
      value: (...[one, held]: Parameters<Session['report']>) => {
        missing.push(one.what)
        session.report(one, held)
      },
    },
  }) as Session

/** The session, which notes in `sight` that something did not arrive. */
const watched = (session: Session, sight: Sight): ReadingSession => ({
  snmp: session.snmp,
  get answered() {
    return session.answered
  },
  signal: session.signal,
  report(missing, held) {
    sight.lost = true
    session.report(missing, held)
  },
})

/**
 * Rows by bind key: of all ONUs as whole columns, or of the given ONUs by GETs. ONUs without any value have
 * no row. `sight` notes what whole columns show.
 */
export async function readOnus<C>(
  session: Session,
  { places }: Olt,
  { columns: declared, index }: OnuTable<C>,
  onus: readonly Interface[] | 'all',
  only?: readonly (keyof C & string)[],
  sight: Sight = newSight(),
): Promise<Map<number, OnuRow<C>>> {
  const columns = declared as unknown as Columns
  const placed = onus === 'all' ? [] : placesOf(places, onus)
  const layouts = await layoutsOf(session, { index }, onus === 'all' ? 'all' : placed.map(([place]) => place))
  const found = new Map<number, OnuRow<C>>()
  if (onus === 'all') {
    for (const [at, row] of await readTable(watched(session, sight), columns, { only })) {
      const place = placeAt(layouts, at)
      const key = place && places.keyOf(place)
      if (key === null) continue
      found.set(key, row as OnuRow<C>)
      sight.places.set(key, place!)
    }
    for (const [name, { oid }] of Object.entries(columns))
      if (!only || only.includes(name as (typeof only)[number])) sight.oids.add(oid)
    return found
  }
  const indexes = new Map(
    placed.flatMap(([place, id]) =>
      layouts.flatMap(layout => {
        const at = indexOf(layout, place)
        return at === null ? [] : [[at, id] as const]
      }),
    ),
  )
  for (const [at, row] of await readRows(withCells(session), columns, [...indexes.keys()], { only }))
    found.set(indexes.get(at)!, row as OnuRow<C>)
  return found
}
