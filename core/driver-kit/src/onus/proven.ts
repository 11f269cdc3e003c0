import type { Session } from '../contract/session.ts'
import type { Interface } from '../modules/index.ts'
import { shownText } from '../ports/index.ts'
import { isOnu, type OnuPlace, type Place, type Places, type PortPlace } from './places.ts'
import type { Olt } from './tree.ts'

/** What the agent's own ports show about the boards of an OLT. */
export interface Boards {
  /** Numbers of the PON ports by board. */
  ports: ReadonlyMap<string, ReadonlySet<number>>
  /** Boards, and ports of boards, whose places contradict each other. */
  refused: ReadonlySet<string>
}
export interface ProvenPorts {
  ports: Interface[]
  boards: Boards
}

const boardOf = ({ shelf, slot }: PortPlace) => `${shelf}/${slot}`
const portOf = (place: PortPlace) => `${boardOf(place)}/${place.port}`

/** A wrong step between ports gives numbers that are all odd, or all even. Two can be so by chance. */
const leastUneven = 3

interface Placed {
  one: Interface
  place: Place
  /** Places that the agent tells in other ways: by its names, by ifIndex. */
  told: Place[]
}

function placesOf(places: Places, ports: readonly Interface[]): Placed[] {
  return ports.flatMap(one => {
    const place = one.type === 'PON' ? places.placeOf(one.id) : null
    if (!place || isOnu(place)) return []
    const names = [shownText(one), one.descr ?? null]
    const named = names.flatMap(name => (name === null ? [] : (places.parse(name) ?? [])))
    const indexed = one.if_index === null ? null : (places.portOf?.(one.if_index) ?? null)
    const told = [...named, ...(indexed ? [{ ...indexed, onu: null }] : [])]
    return [{ one, place, told: told.filter(other => !isOnu(other)) }]
  })
}

/** Boards and ports whose places are refused: one told as another, or numbers that no board has. */
function refusedOf(placed: readonly Placed[]): Set<string> {
  const refused = new Set<string>()
  for (const { place, told } of placed)
    for (const other of told)
      if (portOf(other) !== portOf(place)) refused.add(portOf(place)).add(portOf(other))
  for (const [board, ports] of Map.groupBy(placed, ({ place }) => boardOf(place))) {
    const untold = ports.every(({ told }) => told.length === 0)
    const odd = ports.filter(({ place }) => place.port % 2 === 1).length
    if (untold && ports.length >= leastUneven && (odd === 0 || odd === ports.length)) refused.add(board)
  }
  return refused
}

const isRefused = ({ refused }: Pick<Boards, 'refused'>, place: PortPlace): boolean =>
  refused.has(boardOf(place)) || refused.has(portOf(place))

/** A port whose place nobody knows: it keeps the name and the number that the agent gives it. */
function placeless(one: Interface): Interface[] {
  if (one.if_index === null) return []
  const { _frame, _slot, ...rest } = one
  return [{ ...rest, id: one.if_index, _port: null }]
}

/**
 * The ports of an OLT. A PON port whose names, ifIndex and number contradict each other has no place: a
 * command with its number would meet another port.
 */
export function provenPorts(places: Places, read: readonly Interface[]): ProvenPorts & { refused: number } {
  const placed = placesOf(places, read)
  const boards: Boards = {
    ports: new Map(
      [...Map.groupBy(placed, ({ place }) => boardOf(place))].map(([board, ports]) => [
        board,
        new Set(ports.map(({ place }) => place.port)),
      ]),
    ),
    refused: refusedOf(placed),
  }
  const bad = new Set(placed.filter(({ place }) => isRefused(boards, place)).map(({ one }) => one))
  return { ports: read.flatMap(one => (bad.has(one) ? placeless(one) : [one])), boards, refused: bad.size }
}

/** Reads the ports of an OLT; those without a proven place are reported. */
export async function readPorts(session: Session, { places }: Olt): Promise<ProvenPorts> {
  const { ports, boards, refused } = provenPorts(places, await places.readPorts(session))
  if (refused > 0) session.report({ what: '_port', reason: 'unplaced', cells: refused })
  return { ports, boards }
}

/**
 * Whether an ONU can be at a place: on a board that the agent lists it is on a port of that board. A board
 * that is out lists none, and an OLT may not tell the port at all.
 */
export function canBe({ keyOf }: Places, boards: Boards, place: OnuPlace): boolean {
  if (keyOf({ ...place, onu: null }) === null) return true
  const ports = boards.ports.get(boardOf(place))
  return !isRefused(boards, place) && (!ports || ports.has(place.port))
}

/** One row of ten on a port that its board does not have is more than a leftover of another board. */
const leftover = 10

/** Boards on which the index puts ONUs where the board has no port. */
function misread(places: Places, boards: Boards, found: readonly OnuPlace[]): Set<string> {
  const byBoard = Map.groupBy(found, boardOf)
  return new Set(
    [...byBoard].flatMap(([board, own]) => {
      const beyond = own.filter(place => !canBe(places, boards, place)).length
      return beyond > 0 && beyond * leftover >= own.length ? [board] : []
    }),
  )
}

/**
 * The places of the rows of a list that are proven: each has one ONU, on a port that can be. If half of the
 * rows are refused, or none is on a board that the agent lists, the index is read in a wrong way: no row is
 * believed. `unread`: rows that have no place at all.
 */
export function provenPlaces(
  places: Places,
  boards: Boards,
  found: readonly OnuPlace[],
  unread = 0,
): { proven: OnuPlace[]; refused: number } {
  const often = new Map<number | null, number>()
  for (const place of found) {
    const key = places.keyOf(place)
    often.set(key, (often.get(key) ?? 0) + 1)
  }
  const wrong = misread(places, boards, found)
  const proven = found.filter(place => {
    const key = places.keyOf(place)
    const alone = key !== null && often.get(key) === 1
    return alone && !wrong.has(boardOf(place)) && canBe(places, boards, place)
  })
  const rows = found.length + unread
  const refused = rows - proven.length
  const told = found.filter(place => places.keyOf({ ...place, onu: null }) !== null)
  const adrift = told.length > 0 && boards.ports.size > 0 && !told.some(one => boards.ports.has(boardOf(one)))
  return adrift || (refused > 0 && refused * 2 >= rows) ? { proven: [], refused: rows } : { proven, refused }
}
