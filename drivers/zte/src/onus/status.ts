import { implement, type Implementation } from '@linecard/driver-kit'
import { ponOntsStatus, refOf, wanted, type OnuStatus } from '@linecard/driver-kit/modules'
import { onusFor } from './interfaces.ts'
import { readOnus, usedTrees, type OnuRow } from './rows.ts'
import type { OnuTrees, StateColumns, StateWords } from './tree.ts'

type Row = OnuRow<StateColumns>

/** The uniform word. An ONU that an operator switched off is Disabled, except if it is online. */
export function statusOf({ phase, admin, reason }: Row, { phases, lost, reasons }: StateWords): OnuStatus {
  const known = phase === null ? 'Unknown' : (phases[phase] ?? 'Unknown')
  if (admin === 'Disabled' && known !== 'Online') return 'Disabled'
  return phase === lost && reason !== null ? (reasons[reason] ?? known) : known
}

/** The vendor's word: the reason if the ONU is lost and has a reason, else the phase. */
export const wordOf = ({ phase, reason }: Row, { lost }: StateWords): string | null =>
  phase === lost && reason !== null && reason !== 'unknown' ? reason : phase

/** pon_onts_status: phase, admin state and reason of the last loss in one read. */
export const statusModule = (trees: OnuTrees): Implementation =>
  implement(ponOntsStatus, async (session, args) => {
    const { onus, read } = await onusFor(session, trees, args.interface)
    const rows = new Map<number, { row: Row; words: StateWords }>()
    for (const { state } of await usedTrees(session, trees)) {
      if (state)
        for (const [id, row] of await readOnus(session, state, read))
          rows.set(id, { row, words: state.words })
    }
    return onus.map(one => {
      const { row, words } = rows.get(one.id) ?? {}
      return {
        interface: refOf(one),
        status: row && words ? statusOf(row, words) : ('Unknown' as const),
        bind_status: row && words && wanted(args.load_only, 'bind_status') ? wordOf(row, words) : null,
        admin_state: wanted(args.load_only, 'admin_state') ? (row?.admin ?? null) : null,
      }
    })
  })
