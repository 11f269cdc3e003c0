import { implement, type Implementation } from '@linecard/driver-kit'
import { ponOntsReasons, refOf } from '@linecard/driver-kit/modules'
import { onusFor } from './interfaces.ts'
import { readOnus, usedTrees, type OnuRow } from './rows.ts'
import type { OnuTrees, TimeColumns } from './tree.ts'

/**
 * pon_onts_reasons. Times are by the clock of the OLT, which gives no time zone, so the driver does not
 * calculate the time since then.
 */
export const reasonsModule = (trees: OnuTrees): Implementation =>
  implement(ponOntsReasons, async (session, args) => {
    const { onus, read } = await onusFor(session, trees, args.interface)
    const rows = new Map<number, OnuRow<TimeColumns>>()
    for (const { times } of await usedTrees(session, trees)) {
      if (times) for (const [id, row] of await readOnus(session, times, read)) rows.set(id, row)
    }
    return onus.map(one => {
      const row = rows.get(one.id)
      return {
        interface: refOf(one),
        last_down_reason: row?.reason ?? null,
        last_reg: row?.online ?? null,
        last_reg_since: null,
        last_dereg: row?.offline ?? null,
        last_dereg_since: null,
      }
    })
  })
