import { type Module } from '@linecard/driver-kit'
import { type AnswerMeta } from '@linecard/plugin-kit'
import type { DeviceConnections } from '../connections/pool.ts'
import { loadIn, type Courtesy } from '../limits/courtesy.ts'
import type { Attempt } from '../limits/silence.ts'
import type { SnmpStats } from '../snmp/index.ts'
import type { DeviceCall } from './device-call.ts'
import { type CallSession } from './session.ts'
import { sysUpTime, uptimeModule } from './uptime.ts'

/**
 * Notes whether the device has given a sign of life. A call that has sent nothing tells nothing. A device
 * whose tables are silent, one after the other, is not down: before it counts as down it is asked for its
 * uptime.
 */
export async function noteLife(
  { target, module, poll }: DeviceCall,
  { device: { snmp }, attempt }: { device: DeviceConnections; attempt: Attempt },
  { hasAnswered }: CallSession,
  { before, spentMs }: { before: Readonly<SnmpStats>; spentMs: number },
): Promise<void> {
  const signs = (one: Readonly<SnmpStats>) => one.answers + one.late + one.malformed
  const alive = () => hasAnswered() || signs(snmp.stats) > signs(before)
  if (!alive() && snmp.stats.requests === before.requests) return
  if (!alive() && !poll?.brief && module.name !== uptimeModule.name && attempt.wouldBeDown(spentMs)) {
    const patience = AbortSignal.timeout(Math.min(2 * target.snmp.timeoutMs, 5_000))
    await snmp
      .until(patience)
      .get([sysUpTime])
      .catch(() => undefined)
  }
  if (alive()) attempt.answered()
  else attempt.silent(spentMs)
}

/** The load that the device's own answer tells, so that it is spared while it is busy. */
export function noteLoad(courtesy: Courtesy | undefined, { name }: Module, answer: unknown): void {
  const percent = courtesy && loadIn(name, answer)
  if (percent !== undefined && percent !== null) courtesy!.loaded(percent)
}

export const slowedOf = (courtesy: Courtesy | undefined, before: number): AnswerMeta['slowed'] => {
  const waited_ms = Math.round((courtesy?.waitedMs ?? 0) - before)
  return courtesy?.reason && waited_ms > 0 ? { reason: courtesy.reason, waited_ms } : null
}
