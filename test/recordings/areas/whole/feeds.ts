import { judge, type Case, type Comparison, type Row } from '../area.ts'
import { rowOf, saidBy, takeBest, type Cells } from './row.ts'
import { column, identity, indexesOf, numberOf } from './table.ts'

const entry = '1.3.6.1.2.1.105.1.1.1'
const adminWords = [null, 'Enabled', 'Disabled']
const stateWords = [null, 'Off', 'Searching', 'Delivering', 'Fault', 'Test', 'OtherFault']
const ethernet: ReadonlySet<number> = new Set([6, 62, 69, 117])

/**
 * Ports that supply power. The index is group and port. A port of group 1 that is the ifIndex of an Ethernet
 * interface names the interface; other rows are found by their state.
 */
function rows(of: Case): Row<null>[] {
  const [admin, state] = [column(of, `${entry}.3`), column(of, `${entry}.6`)]
  const types = column(of, identity[1])
  const left: Cells[] = (of.answers.poeInfo ?? []).map(row => ({
    port: row.interface.if_index === null ? null : String(row.interface.if_index),
    admin: row.admin_state,
    state: row.status,
  }))
  return indexesOf(admin, state).map(index => {
    const [group, port] = index.split('.')
    const named = group === '1' && ethernet.has(numberOf(types.get(port!)) ?? 0)
    const cells = {
      port: named ? port! : null,
      admin: adminWords[numberOf(admin.get(index)) ?? 0] ?? null,
      state: stateWords[numberOf(state.get(index)) ?? 0] ?? null,
    }
    const own = named ? left.filter(row => row['port'] === port) : left
    return rowOf(
      'feeds',
      `pethPsePort ${index}`,
      cells,
      takeBest(cells, own),
      null,
      saidBy(of, 'poeInfo', [entry], index),
    )
  })
}

const feeds: Comparison<null> = { rows, reasons: [] }
export const compareFeeds = judge(feeds)
