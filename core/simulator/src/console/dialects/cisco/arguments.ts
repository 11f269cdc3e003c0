import type { Port, Zero } from '../../../simulated/port.ts'
import { type ConsoleSession, Refused } from '../../dialect.ts'
import { portNamed } from '../device-state.ts'

/** Messages of refused changes. Source: Cisco IOS command references, Release 15. */
export const refusals = {
  'no such VLAN': '% VLAN not found.',
  'default VLAN': '%Default VLAN 1 may not be deleted.',
  'VLAN id out of range': 'Command rejected: Bad VLAN list',
  'VLAN exists': '',
  'untagged elsewhere': '',
}
/**
 * IOS counts for `show interfaces` apart from SNMP: clearing it signOutCommand IF-MIB alone (command
 * reference, `clear counters`).
 */
export const shownSince = new WeakMap<Port, Zero>()

export const nativeOf = (port: Port): number => port.untagged[0] ?? port.pvid
export const portOf = (session: ConsoleSession, text: string): Port => {
  const port = portNamed(session, text)
  if (!port) throw new Refused("% Invalid input detected at '^' marker.\n")
  return port
}
