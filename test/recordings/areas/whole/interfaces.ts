import { judge, numberAt, textAt, type Area, type Case, type Comparison, type Row } from '../area.ts'
import { onuRow } from './onus.ts'
import { rowOf, saidBy, takeBest, type Cells } from './row.ts'
import { column, identity, ifIndexes, indexesOf, numberOf, plain, textOf } from './table.ts'

const ifEntry = '1.3.6.1.2.1.2.2.1'
const ifXEntry = '1.3.6.1.2.1.31.1.1.1'
const tables = [ifEntry, ifXEntry]

const operWords = ['', 'Up', 'Down', 'Testing', 'Unknown', 'Dormant', 'NotPresent', 'LLDown']
const adminWords = ['', 'Enabled', 'Disabled', 'Testing']
const word = (words: readonly string[], value: number | null): string | null => words[value ?? 0] || null
const text = (value: number | string | null | undefined): string | null =>
  value == null ? null : String(value)

/** Cells of our rows by ifIndex. Several rows can have the same one: the media of a combo port. */
const byIfIndex = <T>(
  rows: readonly T[] | null,
  ifIndex: (row: T) => number | null,
  cells: (row: T) => Cells,
) =>
  new Map(
    [...Map.groupBy(rows ?? [], row => String(ifIndex(row)))].map(([index, own]) => [index, own.map(cells)]),
  )

type Made = (index: string) => Cells
/** Rows of one area: every index of the columns with a value to compare. */
function rowsOf(
  of: Case,
  area: Area,
  name: 'interfaces' | 'links' | 'counters',
  indexes: readonly string[],
  recorded: Made,
  ours: ReadonlyMap<string, Cells[]>,
): Row<number>[] {
  return indexes.flatMap(index => {
    const cells = recorded(index)
    if (!/^\d+$/.test(index) || Object.values(cells).every(value => value === null)) return []
    return [
      rowOf(
        area,
        `ifIndex ${index}`,
        cells,
        takeBest(cells, ours.get(index)),
        Number(index),
        saidBy(of, name, tables, index),
      ),
    ]
  })
}

function identityRows(of: Case): Row<number>[] {
  const [descr, type, name] = identity.map(oid => column(of, oid)) as [Columns, Columns, Columns]
  const mine = of.answers.interfaces
  return [
    ...rowsOf(
      of,
      'interfaces',
      'interfaces',
      indexesOf(descr, name),
      index => ({ name: textOf(name.get(index)) ?? textOf(descr.get(index)) }),
      byIfIndex(
        mine,
        row => row.if_index,
        row => ({ name: plain(row.name) }),
      ),
    ),
    ...rowsOf(
      of,
      'types',
      'interfaces',
      indexesOf(type),
      index => ({ type: text(numberOf(type.get(index))) }),
      byIfIndex(
        mine,
        row => row.if_index,
        row => ({ type: text(row.if_type) }),
      ),
    ),
  ]
}
type Columns = ReturnType<typeof column>
type Link = NonNullable<Case['answers']['links']>[number]

/** Mbit/s of ifHighSpeed, else of ifSpeed. Null for 0, and for the largest ifSpeed, which means "faster". */
function mbps(speed: number | null, high: number | null): number | null {
  if (high) return high
  return !speed || speed >= 2 ** 32 - 1 ? null : speed / 1e6
}

function linkRows(of: Case): Row<number>[] {
  const [speed, admin, oper] = [5, 7, 8].map(arc => column(of, `${ifEntry}.${arc}`)) as [
    Columns,
    Columns,
    Columns,
  ]
  const high = column(of, `${ifXEntry}.15`)
  const mine = (cells: (row: Link) => Cells) =>
    byIfIndex(of.answers.links, row => row.interface.if_index, cells)
  return [
    ...rowsOf(
      of,
      'states',
      'links',
      indexesOf(admin, oper),
      index => ({
        admin: word(adminWords, numberOf(admin.get(index))),
        oper: word(operWords, numberOf(oper.get(index))),
      }),
      mine(row => ({ admin: row.admin_state, oper: row.oper_status })),
    ),
    ...rowsOf(
      of,
      'speeds',
      'links',
      indexesOf(speed, high),
      index => ({ speed: text(mbps(numberOf(speed.get(index)), numberOf(high.get(index)))) }),
      mine(row => ({ speed: text(row.speed_mbps) })),
    ),
  ]
}

const interfaceRows: Comparison<number> = {
  rows: of => [...identityRows(of), ...linkRows(of)],
  reasons: [
    onuRow(['interfaces', 'types', 'states', 'speeds']),
    {
      id: 'name-with-description',
      areas: ['interfaces'],
      text:
        'Without ifName the ifDescr of a V-SOL OLT is the name and, after a blank, the description; we ' +
        'answer the name alone.',
      fits: ({ facts, ours }, of) =>
        of.driver === 'vsol' &&
        textAt(of, `${ifXEntry}.1.${facts}`) === null &&
        /^name (?:X?GE|[EG]PON)\d+\/\d+$/.test(ours ?? '') &&
        textAt(of, `${ifEntry}.2.${facts}`)?.startsWith(`${ours!.replace(/^name /, '')} `) === true,
    },
    {
      id: 'no-identity',
      areas: ['types', 'states', 'speeds'],
      text: 'The recording has no ifDescr, ifType, ifName or ifPhysAddress of the interface: it has no name to show.',
      fits: ({ facts }, of) => !ifIndexes(of).has(facts),
    },
    {
      id: 'speed-in-megabits',
      areas: ['speeds'],
      text: 'A C-Data OLT of firmware 3 without ifHighSpeed sends ifSpeed in Mbit/s: no port has less than 1 Mbit/s.',
      fits: ({ facts, ours }, of) => {
        const speed = numberAt(of, `${ifEntry}.5.${facts}`)
        const isAlone = numberAt(of, `${ifXEntry}.15.${facts}`) === null
        return of.driver === 'cdata' && isAlone && speed !== null && speed < 1e6 && ours === `speed ${speed}`
      },
    },
    {
      id: 'speed-in-bits',
      areas: ['speeds'],
      text: 'The device sends ifHighSpeed in bit/s, the value of ifSpeed; we answer Mbit/s.',
      fits: ({ facts, ours }, of) => {
        const [speed, high] = [`${ifEntry}.5`, `${ifXEntry}.15`].map(oid => numberAt(of, `${oid}.${facts}`))
        // Without ifSpeed: no port has a terabit.
        const isBits = speed === null ? high! >= 1e6 : speed === high
        return high !== null && isBits && ours === `speed ${high! / 1e6}`
      },
    },
  ],
}
export const interfaceReasons = interfaceRows.reasons
export const compareInterfaces = judge(interfaceRows)
