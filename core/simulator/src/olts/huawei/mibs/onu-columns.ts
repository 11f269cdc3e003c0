import type { DropReason, Onu } from '../../../olt/onu-state.ts'
import { isOnline } from '../../../olt/onu.ts'
import { type Write, int } from '../../../simulated/columns.ts'
import { dateAndTime } from '../../../simulated/values.ts'
import { Status } from '../../../snmp/pdu.ts'

/** What the OLT has no value of. */
export const notAvailable = 2_147_483_647

/** Causes of the last loss. An ONU that is only offline has none. */
export const causeCodes: Readonly<Record<DropReason, number>> = {
  LOS: 1,
  PowerOff: 13,
  Disabled: 8,
  Reboot: 9,
  Offline: -1,
}
/** DateAndTime with its time zone, UTC. */
export const moment = (ms: number | undefined): Buffer =>
  ms === undefined ? Buffer.alloc(8) : Buffer.concat([dateAndTime(ms), Buffer.from([0x2b, 0, 0])])

export const setDescription: Write<Onu> = (onu, value) => {
  if (!Buffer.isBuffer(value) || value.length > 64) return Status.badValue
  onu.description = value.toString()
  return 0
}
export const onOff =
  (set: (onu: Onu, on: boolean, now: number) => void): Write<Onu> =>
  (onu, value, now) => {
    if (value !== 1 && value !== 2) return Status.badValue
    set(onu, value === 1, now)
    return 0
  }
/** A column that acts when it is SET to 1, and shows nothing. */
export const action = (act: (onu: Onu, now: number) => unknown) =>
  int<Onu>(
    () => -1,
    (onu, value, now) => {
      if (value !== 1) return Status.badValue
      act(onu, now)
      return 0
    },
  )
/** What the OLT asks the ONU over the fibre. */
export const asked = (value: (onu: Onu, now: number) => number) =>
  int<Onu>((onu, now) => (isOnline(onu, now) ? Math.round(value(onu, now)) : notAvailable))
