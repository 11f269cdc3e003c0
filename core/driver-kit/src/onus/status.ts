import { implement, type Implementation } from '../contract/implementation.ts'
import type { Session } from '../contract/session.ts'
import { isUnder } from '../oid.ts'
import { ponOntsStatus, refOf, wanted, type Interface, type OnuStatus } from '../modules/index.ts'
import type { RowOf } from '../table/index.ts'
import { allOnus } from './all-onus.ts'
import { chosenOnus } from './interfaces.ts'
import { newSight, noting, readOnus } from './rows.ts'
import type { Olt, StateColumns, StateWords } from './tree.ts'
import { usedTrees } from './used-trees.ts'

/** What the tables of one ONU say about its state. Null or absent: nothing. */
export type OnuState = Partial<RowOf<StateColumns>>

/** An ONU whose phase nobody tells is lost if its link is not up. */
const isLost = ({ phase, oper }: OnuState, { lost }: StateWords): boolean =>
  oper !== 'Up' && (typeof phase === 'string' ? [lost].flat().includes(phase) : typeof oper === 'string')

/** The link decides whether an ONU is online. Its phase says why it is not. */
const withLink = (told: OnuStatus, oper: string | null | undefined): OnuStatus =>
  oper === 'Up' ? 'Online' : oper && (told === 'Online' || told === 'Unknown') ? 'Offline' : told

/** The uniform word. An ONU that an operator switched off is Disabled, except if it is online. */
export function statusOf({ phase, oper, admin, reason }: OnuState, words: StateWords): OnuStatus {
  const told = phase ? (words.phases[phase] ?? 'Unknown') : 'Unknown'
  const known = withLink(told, oper)
  if (admin === 'Disabled' && known !== 'Online') return 'Disabled'
  return reason && isLost({ phase, oper }, words) ? (words.reasons[reason] ?? known) : known
}

/** The vendor's word: the reason if the ONU is lost and has a reason, else the phase. */
export const wordOf = ({ phase, oper, reason }: OnuState, words: StateWords): string | null =>
  reason && reason !== 'unknown' && isLost({ phase, oper }, words) ? reason : (phase ?? null)

/** The state of ONUs, by bind key, and the words of its tree. */
export async function readStates(
  session: Session,
  olt: Olt,
  read: readonly Interface[] | 'all',
  sight = newSight(),
): Promise<Map<number, { row: OnuState; words: StateWords }>> {
  const rows = new Map<number, { row: OnuState; words: StateWords }>()
  for (const { state } of await usedTrees(session, olt)) {
    if (!state) continue
    const lost = new Set<string>()
    for (const table of [state, ...(state.also ?? [])]) {
      const asked =
        'ifLost' in table && table.ifLost && read !== 'all'
          ? read.filter(({ id }) => statusOf(rows.get(id)?.row ?? {}, state.words) !== 'Online')
          : read
      if (asked.length === 0) continue
      const missing: string[] = []
      for (const [id, row] of await readOnus(noting(session, missing), olt, table, asked, undefined, sight)) {
        const known = rows.get(id)?.row ?? {}
        const more = Object.fromEntries(Object.entries(row).filter(([name]) => !lost.has(name)))
        rows.set(id, { row: firstOf(known, more), words: state.words })
      }
      // What did not arrive is not taken from the next table: it may say something else.
      for (const [name, { oid }] of Object.entries(table.columns))
        if (missing.some(what => isUnder(what, oid))) lost.add(name)
    }
  }
  return rows
}

/** pon_onts_status: phase, admin state and reason of the last loss in one read. */
export const statusModule = (olt: Olt): Implementation =>
  implement(ponOntsStatus, async (session, args) => {
    const sight = newSight()
    const chosen = await chosenOnus(session, olt, args.interface)
    const rows = await readStates(session, olt, chosen ?? 'all', sight)
    const onus = chosen ?? (await allOnus(session, olt, rows, { whole: true, sight }))
    const may = (field: string) => wanted(args.load_only, field)
    return onus.map(one => {
      const { row, words } = rows.get(one.id) ?? {}
      return {
        interface: refOf(one),
        status: row && words ? statusOf(row, words) : ('Unknown' as const),
        bind_status: row && words && may('bind_status') ? wordOf(row, words) : null,
        admin_state: may('admin_state') ? (row?.admin ?? null) : null,
        ...(row?.conf !== undefined && may('conf_status') && { conf_status: row.conf }),
      }
    })
  })

/** Two rows as one: the first value of a field decides. */
const firstOf = (known: OnuState, more: OnuState): OnuState => ({
  ...known,
  ...more,
  ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null)),
})
