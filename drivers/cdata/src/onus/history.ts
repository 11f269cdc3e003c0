import { implement, table, type Implementation } from '@linecard/driver-kit'
import { ponOntsDownHistory, refOf } from '@linecard/driver-kit/modules'
import { onusFor, readOnus, type Olt } from '@linecard/driver-kit/onus'
import { clockTime, downReason } from '../columns.ts'
import type { OnuIndex } from '../indexes.ts'
import { registerLog } from './gpon.ts'

type Log = (typeof ponOntsDownHistory.example)[number]['logs'][number]
const columns = table({
  online: clockTime(`${registerLog}.4`),
  offline: clockTime(`${registerLog}.5`),
  reason: downReason(`${registerLog}.7`),
})
const entry = (reg_time: string | null, dereg_time: string | null, down_reason: string | null): Log => ({
  reg_time,
  dereg_time,
  down_reason,
  reg_since: null,
  dereg_since: null,
})

/** The last registration and the last loss, newest first. `losi` is the loss of one ONU's light. */
export function logsOf(online: string | null, offline: string | null, reason: string | null): Log[] {
  const why = reason === 'LOSi' ? 'LOS' : reason
  if (offline === null) return online === null ? [] : [entry(online, null, null)]
  // An ONU that is back: when it had come before that loss is not kept.
  if (online !== null && online > offline) return [entry(online, null, null), entry(null, offline, why)]
  return [entry(online, offline, why)]
}

/** pon_onts_down_history. The OLT keeps one registration and one loss of each ONU. */
export const history = (olt: Olt, index: OnuIndex): Implementation =>
  implement(ponOntsDownHistory, async (session, args) => {
    const { onus, read } = await onusFor(session, olt, args.interface)
    const rows = await readOnus(session, olt, { columns, index }, read)
    return onus.flatMap(one => {
      const row = rows.get(one.id)
      return row ? [{ interface: refOf(one), logs: logsOf(row.online, row.offline, row.reason) }] : []
    })
  })
