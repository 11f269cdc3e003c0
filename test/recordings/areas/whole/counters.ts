import { judge, type Case, type Comparison, type Row } from '../area.ts'
import { onuRow } from './onus.ts'
import { rowOf, saidBy, type Cells } from './row.ts'
import { column, ifIndexes, indexesOf } from './table.ts'

const ifEntry = '1.3.6.1.2.1.2.2.1'
const ifXEntry = '1.3.6.1.2.1.31.1.1.1'

/** Columns of each counter: 64 bit, then 32 bit. */
const columns = {
  in_octets: [`${ifXEntry}.6`, `${ifEntry}.10`],
  out_octets: [`${ifXEntry}.10`, `${ifEntry}.16`],
  in_ucast_pkts: [`${ifXEntry}.7`, `${ifEntry}.11`],
  out_ucast_pkts: [`${ifXEntry}.11`, `${ifEntry}.17`],
  in_multicast_pkts: [`${ifXEntry}.8`, `${ifXEntry}.2`],
  out_multicast_pkts: [`${ifXEntry}.12`, `${ifXEntry}.4`],
  in_broadcast_pkts: [`${ifXEntry}.9`, `${ifXEntry}.3`],
  out_broadcast_pkts: [`${ifXEntry}.13`, `${ifXEntry}.5`],
  in_errors: [`${ifEntry}.14`],
  out_errors: [`${ifEntry}.20`],
  in_discards: [`${ifEntry}.13`],
  out_discards: [`${ifEntry}.19`],
} as const
type Name = keyof typeof columns
const names = Object.keys(columns) as Name[]
const octets: readonly Name[] = ['in_octets', 'out_octets']

function counterRows(of: Case): Row<number>[] {
  const recorded = new Map(names.map(name => [name, columns[name].map(oid => column(of, oid))]))
  const mine = new Map((of.answers.counters ?? []).map(row => [String(row.interface.if_index), row]))
  const cellsOf = (index: string): Cells => {
    // Both directions have the same width: a 64-bit counter of one direction alone is not used.
    const wide = octets.every(name => recorded.get(name)![0]!.has(index))
    return Object.fromEntries(
      names.map(name => {
        const [first, second] = recorded.get(name)!
        const value =
          octets.includes(name) && !wide
            ? (second!.get(index) ?? first!.get(index))
            : (first!.get(index) ?? second?.get(index))
        return [name, typeof value === 'number' || typeof value === 'bigint' ? String(value) : null]
      }),
    )
  }
  return indexesOf(...[...recorded.values()].flat()).flatMap(index => {
    const cells = cellsOf(index)
    const row = mine.get(index)
    const ours =
      row && Object.fromEntries(names.map(name => [name, row[name] === null ? null : String(row[name])]))
    const said = saidBy(of, 'counters', [ifEntry, ifXEntry], index)
    return Object.values(cells).every(value => value === null)
      ? []
      : [rowOf('counters', `ifIndex ${index}`, cells, ours, Number(index), said)]
  })
}

const counters: Comparison<number> = {
  rows: counterRows,
  reasons: [
    onuRow(['counters']),
    {
      id: 'no-interface',
      areas: ['counters'],
      text: 'The recording has no ifDescr, ifType, ifName or ifPhysAddress of the interface of these counters.',
      fits: ({ facts }, of) => !ifIndexes(of).has(facts),
    },
  ],
}
export const counterReasons = counters.reasons
export const compareCounters = judge(counters)
