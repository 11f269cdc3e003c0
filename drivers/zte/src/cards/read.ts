import { compareOids, oidParts, readTable, type RowOf, type Session } from '@linecard/driver-kit'
import type { Technology } from '../place.ts'
import { points6002, processors6002, slots1015, slots1082 } from './tables.ts'

/** hwOffline, noPower */
const dead: ReadonlySet<number | null> = new Set([4, 11])
export interface Card {
  id: number
  rack: number
  shelf: number
  slot: number
  /**
   * `type` is the best known type, `real` the type of the plugged board, `configured` the configured type.
   */
  type: string | null
  real: string | null
  configured: string | null
  oper: number | null
  admin: number | null
  ports: number | null
  cpu: number | null
  memory: number | null
  celsius: number | null
  serial: string | null
  software: string | null
  memorySize: number | null
}

/** The firmware generations. They keep their boards in different tables. */
export type Chassis = 'c300-fw12' | 'c300-fw21' | 'c600'

const two = (value: number) => String(value).padStart(2, '0')
/**
 * Number of a board as clients use it: `10`, rack, shelf and slot without separators. With a rack or shelf
 * of two digits this is ambiguous, so the number is longer then.
 */
export const cardId = (rack: number, shelf: number, slot: number): number =>
  Number(rack < 10 && shelf < 10 ? `10${rack}${shelf}${slot}` : `1${two(rack)}${two(shelf)}${two(slot)}`)

const boardOf = (index: string): string => oidParts(index).slice(0, 3).join('.')
/** The measuring point of a board: its processor, else its forwarding engine. */
const pointOrder = ['cpu', 'fpp']

/** Values of the C600 series that replace those of its board table, in which the loads are wrong. */
async function readC600(session: Session) {
  const loads = new Map(
    [...(await readTable(session, processors6002))].map(([index, row]) => [boardOf(index), row]),
  )
  const points = [...(await readTable(session, points6002))]
  return (index: string) => ({
    cpu: loads.get(index)?.cpu ?? null,
    memory: loads.get(index)?.memory ?? null,
    celsius:
      pointOrder.flatMap(
        where => points.find(([at, row]) => boardOf(at) === index && row.where === where)?.[1].celsius ?? [],
      )[0] ?? null,
  })
}

type Facts = Partial<RowOf<typeof slots1082>>

/** For each field, the value of the first row that has one. */
const first =
  (rows: readonly (Facts | undefined)[]) =>
  <K extends keyof Facts>(field: K) => {
    for (const row of rows) if (row?.[field] != null) return row[field]
    return null
  }

/**
 * Boards with their loads. Firmware 1.2 is read from its own table first, firmware 2.1 from the newer table
 * first.
 */
export async function readCards(session: Session, chassis: Chassis): Promise<Card[]> {
  const newer: ReadonlyMap<string, Facts> = await readTable(session, slots1082)
  const older: ReadonlyMap<string, Facts> =
    chassis === 'c600' ? new Map() : await readTable(session, slots1015)
  const indexes = [...new Set([...newer.keys(), ...older.keys()])].toSorted(compareOids)
  const c600 = chassis === 'c600' && indexes.length > 0 ? await readC600(session) : undefined
  return indexes.flatMap((index): Card[] => {
    const [rack, shelf, slot] = oidParts(index)
    const [recent, before] = [newer.get(index), older.get(index)]
    const fact = first(chassis === 'c300-fw12' ? [before, recent] : [recent, before])
    const type = recent?.type ?? before?.type ?? null
    if (
      rack === undefined ||
      shelf === undefined ||
      slot === undefined ||
      (type === null && fact('oper') === null)
    )
      return []
    // A board without memory has no processor, and a board that is out does not run one: their zeros are not
    // loads.
    const memorySize = fact('memorySize')
    const loads =
      memorySize === 0 || dead.has(fact('oper'))
        ? { cpu: null, memory: null }
        : (c600?.(index) ?? { cpu: fact('cpu'), memory: fact('memory') })
    return [
      {
        id: cardId(rack, shelf, slot),
        rack,
        shelf,
        slot,
        type,
        real: recent?.type ?? null,
        configured: before?.type ?? type,
        oper: fact('oper'),
        admin: fact('admin'),
        ports: fact('ports'),
        cpu: loads.cpu,
        memory: loads.memory,
        celsius: c600?.(index).celsius ?? fact('celsius'),
        serial: fact('serial'),
        software: fact('software'),
        memorySize,
      },
    ]
  })
}

const keepMs = 300_000
/** Boards with their types only. */
export const keptCards = (session: Session, chassis: Chassis): Promise<Card[]> =>
  session.memo('cards', () => readCards(session, chassis), keepMs)

/**
 * PON technology by the first letters of the type: GTGO, GTGH → gpon, ETGO, ETTO → epon. In the C600 series
 * by the first letter: GFGL.
 */
export const technologyOf = (type: string | null, chassis: Chassis): Technology | null => {
  const [gpon, epon] = chassis === 'c600' ? ['G', 'E'] : ['GT', 'ET']
  return type?.startsWith(gpon!) ? 'gpon' : type?.startsWith(epon!) ? 'epon' : null
}
