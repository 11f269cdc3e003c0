import {
  enumeration,
  readRows,
  readTable,
  table,
  text,
  type Columns,
  type Session,
} from '@linecard/driver-kit'
import { readIfTable, type IfRow } from '@linecard/driver-kit/builders'
import type { Interface } from '@linecard/driver-kit/modules'
import {
  isOnu,
  type NamedPlace,
  type OnuFinder,
  type OnuPlace,
  type OnuTree,
  type OpticalTable,
  type PlaceIndex,
  type Places,
} from '@linecard/driver-kit/onus'
import { keyOf, mappedIndex, nameOf, parseName, placeOf, ponOnu, uplinkKey, uplinkOf } from './place.ts'

/** The place of a PON port or an ONU in a row of ifTable. */
const placeOfRow = ({ name, descr }: Pick<IfRow, 'name' | 'descr'>): NamedPlace | undefined =>
  [name, descr].flatMap(one => (one === null ? [] : (parseName(one) ?? [])))[0]

/** Identity of a row of ifTable. Rows of ONUs are left out: they come from the vendor's tables. */
function portShape({ name, descr }: IfRow, standard: Interface): Partial<Interface> | null {
  const at = placeOfRow({ name, descr })
  if (at) {
    const id = keyOf({ ...at, onu: null })
    if (at.onu !== null) return null
    const pontype = at.technology
    return id === null
      ? {}
      : {
          id,
          name: nameOf(at, pontype === 'gpon' ? 'gpon' : 'epon'),
          type: 'PON',
          pontype,
          _technology: pontype,
          _frame: 0,
          _slot: at.slot,
          _port: at.port,
        }
  }
  const uplink = [name, descr].flatMap(one => (one === null ? [] : (uplinkOf(one) ?? [])))[0]
  const id = uplink ? uplinkKey(uplink.slot, uplink.port) : null
  if (!uplink || id === null) return {}
  return {
    id,
    name: standard.name.split(/\s/)[0]!,
    type: 'ETH',
    _frame: 0,
    _slot: uplink.slot,
    _port: uplink.port,
  }
}

/** ifIndexes of ONUs as `readPorts` has seen them, by bind key. Null: it was not called yet. */
interface Seen {
  indexes: Map<number, number> | null
}
const keepMs = 3_600_000
const seenOf = (session: Session): Promise<Seen> =>
  session.memo('onu_if_indexes', async () => ({ indexes: null }), keepMs)

async function readPorts(session: Session): Promise<Interface[]> {
  const indexes = new Map<number, number>()
  const ports = await readIfTable(session, {
    shape: (row, standard) => {
      const at = placeOfRow(row)
      const id = at && at.onu !== null ? keyOf(at) : null
      if (id !== null) indexes.set(id, row.ifIndex)
      return portShape(row, standard)
    },
  })
  Object.assign(await seenOf(session), { indexes })
  return ports
}

/** Places of all V1600 OLTs. */
export const places: Places = {
  keyOf,
  placeOf,
  parse: parseName,
  onuName: (place, _port, technology) => nameOf(place, technology === 'epon' ? 'epon' : 'gpon'),
  readPorts,
}

async function knownIndexes(session: Session): Promise<ReadonlyMap<number, number>> {
  const seen = await seenOf(session)
  if (seen.indexes === null) await readPorts(session)
  return seen.indexes ?? new Map<number, number>()
}

/** ifIndex of an ONU. The agent renumbers its rows after each registration. */
export async function ifIndexOf(session: Session, place: OnuPlace): Promise<number | null> {
  const id = keyOf(place)
  return id === null ? null : ((await knownIndexes(session)).get(id) ?? null)
}

const shown = table({ name: text('1.3.6.1.2.1.31.1.1.1.1'), descr: text('1.3.6.1.2.1.2.2.1.2') })

/** Whether the agent still calls the row by the name of the ONU: it renumbers its rows. */
async function showsNow(session: Session, place: OnuPlace): Promise<boolean> {
  const ifIndex = await ifIndexOf(session, place)
  const row =
    ifIndex === null ? undefined : (await readRows(session, shown, [`${ifIndex}`])).get(`${ifIndex}`)
  const at = row && placeOfRow(row)
  return at !== undefined && keyOf(at) === keyOf(place)
}

/** Whether the table has a row of the ONU. */
const hasRow = async (session: Session, light: Columns, place: OnuPlace): Promise<boolean> => {
  const index = ponOnu.encode(place)
  return index !== null && (await readRows(session, light, [index])).size > 0
}

/** ONUs as rows of ifTable, and those that only the table of their light has. */
const rowFinder = (light: Columns): OnuFinder => ({
  async all(session) {
    const lit = [...(await readTable(session, light)).keys()].flatMap(index => ponOnu.decode(index) ?? [])
    const rows = [...(await knownIndexes(session)).keys()].flatMap(id => placeOf(id) ?? [])
    const found = new Map([...rows.filter(isOnu), ...lit].map(place => [keyOf(place), place]))
    return [...found.values()].toSorted((a, b) => a.slot - b.slot || a.port - b.port || a.onu - b.onu)
  },
  async has(session, place) {
    if (await showsNow(session, place)) return true
    await readPorts(session)
    return (await ifIndexOf(session, place)) !== null || hasRow(session, light, place)
  },
  ifIndexOf,
  // other(1) of IANAifType-MIB.
  ifType: 1,
})

/**
 * Firmware without a table of ONUs: they are rows of ifTable, whose link is their state, and what is known of
 * their light.
 */
export const bareTree = (technology: 'epon' | 'gpon', atOnu: OpticalTable): OnuTree => ({
  technology,
  list: { columns: table({ descr: shown.descr }), index: ifIndexes },
  finder: rowFinder(table({ rx: atOnu.columns.rx! })),
  state: {
    columns: table({
      oper: enumeration('1.3.6.1.2.1.2.2.1.8', {
        1: 'Up',
        2: 'Down',
        3: 'Testing',
        4: 'Unknown',
        5: 'Dormant',
        6: 'NotPresent',
        7: 'LLDown',
      }),
    }),
    index: ifIndexes,
    words: { phases: {}, lost: [], reasons: {} },
  },
  atOnu,
})

/** Rows of ONUs in ifTable. */
export async function ifIndexes(session: Session): Promise<readonly PlaceIndex[]> {
  const rows = [...(await knownIndexes(session))].flatMap(([id, index]) => {
    const place = placeOf(id)
    return place ? [[String(index), place] as const] : []
  })
  return [mappedIndex(new Map(rows))]
}
