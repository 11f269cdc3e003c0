import { isOnline } from '../../../olt/onu.ts'
import type { Onu, Uni } from '../../../olt/onu-state.ts'
import { uniIsUp } from '../../../olt/behind.ts'
import { enableUni } from '../../../olt/operations.ts'
import { int } from '../../../simulated/columns.ts'
import { Status } from '../../../snmp/pdu.ts'

/** What the agent writes where an ONU that is not online measures nothing. */
export const noValue = -65_535

/** A measurement that only an online ONU has. */
export const measured = (value: (onu: Onu, now: number) => number, none = noValue) =>
  int<Onu>((onu, now) => (isOnline(onu, now) ? Math.round(value(onu, now)) : none))

/** A column that acts when it is SET to this value. */
export const action = (at: number, shows: number, act: (onu: Onu, now: number) => unknown) =>
  int<Onu>(
    () => shows,
    (onu, value, now) => {
      if (value !== at) return Status.badValue
      act(onu, now)
      return 0
    },
  )

interface UniRow {
  onu: Onu
  member: Uni
}
/** enable(1), disable(2). */
export const uniAdmin = int<UniRow>(
  ({ member }) => (member.enabled ? 1 : 2),
  ({ onu, member }, value) => {
    if (value !== 1 && value !== 2) return Status.badValue
    return enableUni(onu, member.number, value === 1) ? 0 : Status.noSuchName
  },
)
/** up(1), down(2). */
export const uniLink = int<UniRow>(({ onu, member }, now) => (uniIsUp(onu, member, now) ? 1 : 2))
