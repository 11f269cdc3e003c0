import { octets, readTable, table, type Session } from '@linecard/driver-kit'
import { fitting, type OnuPlace, type PlaceIndex, type PortPlace } from '@linecard/driver-kit/onus'
import { boardSlots, boardType } from './boards.ts'
import { fits, known, possible, slotOf, slotOffset, type Layout, type Row } from './layouts.ts'
import { gpon } from './nodes.ts'

const keepMs = 3_600_000

/** Layouts that the rows of each slot allow. */
type BySlot = ReadonlyMap<number, readonly Layout[]>
interface Seen {
  /** Null: `readPorts` was not called yet. */
  slots: BySlot | null
}
const seenOf = (session: Session): Promise<Seen> =>
  session.memo('isam_layouts', async () => ({ slots: null }), keepMs)

/** The layouts of a slot: where nothing is known of its board, all that boards are known to have. */
const layoutsAt = (slots: BySlot, slot: number): readonly Layout[] => slots.get(slot) ?? known

/** The answer of all layouts that fit; null: they do not agree, so the place is not known. */
function agreed<T>(layouts: readonly Layout[], ask: (layout: Layout) => T | null): T | null {
  const answers = layouts.map(layout => ask(layout))
  const [first] = answers
  return first !== undefined && answers.every(other => JSON.stringify(other) === JSON.stringify(first))
    ? first
    : null
}

export const ponAt = (slots: BySlot, ifIndex: number): PortPlace | null => {
  const at = slotOf(ifIndex)
  return at?.pon ? agreed(layoutsAt(slots, at.slot), layout => layout.ponAt(ifIndex)) : null
}
export const ontAt = (slots: BySlot, ifIndex: number): OnuPlace | null => {
  const at = slotOf(ifIndex)
  return at && !at.pon ? agreed(layoutsAt(slots, at.slot), layout => layout.ontAt(ifIndex)) : null
}
/** Whether a row can be that of an ONT, wherever it is. */
export const mayBeOnt = (slots: BySlot, ifIndex: number): boolean => {
  const at = slotOf(ifIndex)
  return at !== null && layoutsAt(slots, at.slot).some(layout => layout.ontAt(ifIndex) !== null)
}
export const ontIndex = (slots: BySlot, place: OnuPlace): number | null =>
  place.shelf === 1
    ? agreed(layoutsAt(slots, place.slot), layout => fitting(() => layout.ontIndex(place)))
    : null

const ontRows = table({ serial: octets(`${gpon}.10.1.1.5`) })

/** ONTs of the agent's own table: ifTable also has what is below them. */
async function ownOnts(session: Session): Promise<Row[]> {
  const rows = await readTable(session, ontRows)
  return [...rows.keys()].map(index => ({ ifIndex: Number(index), named: null }))
}

/** The boards in slots, by type: boards of one type number alike. */
async function typesOf(session: Session): Promise<Map<number, string>> {
  const rows = await readTable(session, { ...boardSlots, ...boardType })
  return new Map(
    [...rows.values()].flatMap(({ linear, actual, planned }) => {
      const type = actual ?? planned
      return linear === null || type === null ? [] : [[linear + slotOffset, type] as const]
    }),
  )
}

const allowing = (layouts: readonly Layout[], ports: readonly Row[], onts: readonly Row[]) =>
  layouts.filter(layout => fits(layout, ports, onts))

/** The layouts that the PON ports and ONTs of boards of one type allow. */
function allowed(ports: readonly Row[], onts: readonly Row[]): Layout[] {
  const found = allowing(known, ports, onts)
  return found.length > 0 ? found : allowing(possible, ports, onts)
}

/** Finds out how each board numbers, from all rows of PON ports and from the names of ONTs. */
export async function readLayouts(session: Session, rows: readonly Row[]): Promise<BySlot> {
  const types = await typesOf(session)
  const typeAt = ({ ifIndex }: Row) => {
    const { slot } = slotOf(ifIndex)!
    return types.get(slot) ?? `slot ${slot}`
  }
  const ports = Map.groupBy(
    rows.filter(({ ifIndex }) => slotOf(ifIndex)!.pon),
    typeAt,
  )
  const named = Map.groupBy(
    rows.filter(row => !slotOf(row.ifIndex)!.pon && row.named?.onu != null),
    typeAt,
  )
  const slots = new Map<number, Layout[]>()
  let onts: Map<string, Row[]> | null = null
  const put = (type: string, layouts: Layout[]) => {
    for (const row of rows) if (typeAt(row) === type) slots.set(slotOf(row.ifIndex)!.slot, layouts)
  }
  for (const type of new Set(rows.map(typeAt))) {
    let found = allowed(ports.get(type) ?? [], named.get(type) ?? [])
    if (found.length > 1) {
      onts ??= Map.groupBy(
        (await ownOnts(session)).filter(({ ifIndex }) => slotOf(ifIndex) !== null),
        typeAt,
      )
      found = allowed(ports.get(type) ?? [], [...(named.get(type) ?? []), ...(onts.get(type) ?? [])])
    }
    put(type, found)
  }
  Object.assign(await seenOf(session), { slots })
  return slots
}

/** Index of tables about ONTs: their ifIndex, as their board numbers. */
export const byIfIndexOfOnt =
  (readPorts: (session: Session) => Promise<unknown>) =>
  async (session: Session): Promise<readonly PlaceIndex[]> => {
    const seen = await seenOf(session)
    if (seen.slots === null) await readPorts(session)
    const slots = seen.slots ?? new Map<number, Layout[]>()
    return [
      {
        encode: place => {
          const ifIndex = ontIndex(slots, place)
          return ifIndex === null ? null : String(ifIndex)
        },
        decode: index => (/^\d+$/.test(index) ? ontAt(slots, Number(index)) : null),
      },
    ]
  }
