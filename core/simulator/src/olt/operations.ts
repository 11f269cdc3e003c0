import { between, random } from '../random.ts'
import { unisOf } from './behind.ts'
import type { PonPort } from './onu-state.ts'
import { isOnline, onuOctets } from './onu.ts'
import type { Onu } from './onu-state.ts'
import { holds, lose, rise } from './physics.ts'

export const rebootMs = 90_000

/** Reboots an ONU: it is away for 90 s. An ONU that is not online does not react: false. */
export function rebootOnu(onu: Onu, now: number): boolean {
  if (!isOnline(onu, now)) return false
  onu.state.force(now, 'Reboot', rebootMs)
  return true
}

/** Sets an ONU back to the factory settings: its own configuration is lost, and it reboots. */
export function resetOnu(onu: Onu, now: number): boolean {
  if (!rebootOnu(onu, now)) return false
  delete onu.unis
  return true
}

/** Sets the admin state of an ONU. */
export function enableOnu(onu: Onu, enabled: boolean, now: number): void {
  if (onu.enabled === enabled) return
  onu.enabled = enabled
  if (!enabled) onu.state.force(now, 'Disabled', Infinity)
  else if (!holds(onu) && !onu.gone) onu.state.force(now, 'Online', 60 * 60_000)
  else onu.state.force(now, onu.dark ? 'PowerOff' : 'LOS', Infinity)
}

/** Sets name, description or password. */
export const describeOnu = (
  onu: Onu,
  texts: Partial<Pick<Onu, 'name' | 'description' | 'password'>>,
): void => {
  Object.assign(onu, texts)
}

/** Sets the admin state of an Ethernet port. False: the ONU has no such port. */
export function enableUni(onu: Onu, number: number, enabled: boolean): boolean {
  const uni = unisOf(onu).find(one => one.number === number)
  if (uni) uni.enabled = enabled
  return uni !== undefined
}

/** Counters of an ONU start from zero. */
export function clearOnuCounters(onu: Onu, now: number): void {
  onu.zero[0] += onuOctets(onu, 0, now)
  onu.zero[1] += onuOctets(onu, 1, now)
}

/** Shuts a PON port down, or brings it up. Its ONUs are lost meanwhile. */
export function enablePon(port: PonPort, enabled: boolean, now: number): void {
  port.cable.setAdmin(port.end, enabled, now)
  for (const onu of port.onus)
    if (enabled) rise(onu, now, between(random(`${onu.seed} ${now}`), 4_000, 12_000))
    else lose(onu, 'LOS', now)
}
