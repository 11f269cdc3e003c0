import type { Missing } from '../contract/errors.ts'
import type { Session } from '../contract/session.ts'
import { readRows, readTable, type Columns, type ReadingSession, type RowOf } from '../table/index.ts'
import type { Interface } from '../modules/index.ts'
import { indexOf, layoutsOf, placeAt, placesOf } from './layouts.ts'
import { withCells } from './cells.ts'
import { samePort, type OnuPlace, type PlaceIndex, type PortPlace } from './places.ts'
import { provenPlaces, type Boards } from './proven.ts'
import type { Olt, OnuTable, OnuTree } from './tree.ts'

/** A row of an `OnuTable`. A cell that the device did not send, or that means "no value", is null. */
export type OnuRow<C> = RowOf<C extends Columns ? C : Columns & C>

/** Rows of these tables are there for what is no ONU too. */
const standard = '1.3.6.1.2.1.'

/** Places of all ONUs of a tree, or of one port's: those that the ports of the agent allow. */
export async function readPlaces(
  session: Session,
  olt: Olt,
  tree: OnuTree,
  boards: Boards,
  port?: PortPlace,
): Promise<OnuPlace[]> {
  const { places, unread } = await listed(session, tree, port)
  const { proven, refused } = provenPlaces(olt.places, boards, places, unread)
  if (refused > 0)
    session.report({ what: Object.values(tree.list.columns)[0]!.oid, reason: 'unplaced', cells: refused })
  return proven
}

/** Whether a row is about what is no ONU. */
const isForeign = (layouts: readonly PlaceIndex[], index: string): boolean =>
  layouts.some(({ foreign }) => foreign?.(index))

/** The places of the rows, and the number of rows whose index no layout reads. */
async function listed(
  session: Session,
  { list, finder }: OnuTree,
  port?: PortPlace,
): Promise<{ places: OnuPlace[]; unread: number }> {
  if (finder) {
    const all = await finder.all(session)
    return { places: all.filter(place => !port || samePort(place, port)), unread: 0 }
  }
  const layouts = await layoutsOf(session, list)
  const under = port && layouts.length === 1 ? layouts[0]!.under?.(port) : undefined
  const rows = await readTable(session, list.columns, {
    ...(under !== undefined && { under }),
    counts: index => !isForeign(layouts, index),
  })
  const own = Object.values(list.columns).every(({ oid }) => !oid.startsWith(standard))
  const places: OnuPlace[] = []
  let unread = 0
  for (const index of rows.keys()) {
    const place = placeAt(layouts, index)
    if (place === null) unread += own && !isForeign(layouts, index) ? 1 : 0
    else if (!port || samePort(place, port)) places.push(place)
  }
  return { places, unread }
}

/** What whole columns have shown: the places of their rows, and whether all of them arrived. */
export interface Sight {
  places: Map<number, OnuPlace>
  /** OIDs of the columns. */
  oids: Set<string>
  lost: boolean
}
export const newSight = (): Sight => ({ places: new Map(), oids: new Set(), lost: false })

/** The session, which gives each report to `note` too. */
export const noted = (session: Session, note: (one: Missing) => void): Session =>
  Object.create(session, {
    report: {
      value: (...[one, held]: Parameters<Session['report']>) => {
        note(one)
        session.report(one, held)
      },
    },
  }) as Session

/** The session, which notes the objects that did not arrive. */
export const noting = (session: Session, missing: string[]): Session =>
  noted(session, ({ what }) => missing.push(what))

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
    for (const [at, row] of await readTable(watched(session, sight), columns, {
      only,
      counts: rowIndex => !isForeign(layouts, rowIndex),
    })) {
      const place = placeAt(layouts, at)
      const key = place && places.keyOf(place)
      if (key === null) {
        sight.lost = true
        continue
      }
      if (found.has(key)) sight.lost = true
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
