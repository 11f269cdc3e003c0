import { implement, type Implementation } from '../contract/implementation.ts'
import { ponOntsReasons, refOf } from '../modules/index.ts'
import { allOnus } from './all-onus.ts'
import { chosenOnus } from './interfaces.ts'
import { readOnus, type OnuRow } from './rows.ts'
import type { Olt, TimeColumns } from './tree.ts'
import { usedTrees } from './used-trees.ts'

/**
 * pon_onts_reasons. Times are by the clock of the OLT, which gives no time zone, so the driver does not
 * calculate the time since then.
 */
export const reasonsModule = (olt: Olt): Implementation =>
  implement(ponOntsReasons, async (session, args) => {
    const chosen = await chosenOnus(session, olt, args.interface)
    const rows = new Map<number, Partial<OnuRow<TimeColumns>>>()
    for (const { times } of await usedTrees(session, olt)) {
      if (times)
        for (const [id, row] of await readOnus(session, olt, times, chosen ?? 'all')) rows.set(id, row)
    }
    const onus = chosen ?? (await allOnus(session, olt, rows))
    return onus.map(one => {
      const row = rows.get(one.id)
      return {
        interface: refOf(one),
        last_down_reason: row?.reason ?? null,
        last_reg: row?.online ?? null,
        last_reg_since: null,
        last_dereg: row?.offline ?? null,
        last_dereg_since: null,
        ...(row?.alive !== undefined && { alive_time: row.alive }),
      }
    })
  })
