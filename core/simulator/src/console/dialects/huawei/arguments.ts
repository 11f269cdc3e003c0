import type { Port, Zero } from '../../../simulated/port.ts'
import { type ConsoleSession, Refused } from '../../dialect.ts'
import { portNamed } from '../device-state.ts'
import { vlanIds } from '../text.ts'

/** Messages of refused changes. Source: Huawei S2300, S3300, S5300 "Command Reference", V200R005. */
export const refusals = {
  'no such VLAN': 'Error: The VLAN does not exist.',
  'default VLAN': 'Error: The default VLAN cannot be deleted.',
  'VLAN id out of range': "Error: Wrong parameter found at '^' position.",
  'VLAN exists': '',
  'untagged elsewhere': 'Error: The port is in another VLAN.',
}
export const wrongParameter = (): never => {
  throw new Refused("Error: Wrong parameter found at '^' position.")
}
/**
 * Where `reset counters interface` cleared the counters that the console shows. Those of SNMP are cleared by
 * `reset counters if-mib interface`.
 */
export const shownSince = new WeakMap<Port, Zero>()

export const portOf = (session: ConsoleSession, text: string): Port =>
  portNamed(session, text) ?? wrongParameter()
export const portsOf = (session: ConsoleSession, text: string | undefined): readonly Port[] =>
  text === undefined ? session.control.ports : [portOf(session, text)]
/** The VLAN ids of `10 to 12 20`, as in `port trunk allow-pass vlan`. */
export function vlansOf(text: string): number[] {
  const ids = vlanIds(
    text
      .trim()
      .replace(/\s+to\s+/gi, '-')
      .replace(/\s+/g, ','),
  )
  return ids.length > 0 ? ids : wrongParameter()
}
export const oneVlan = (text: string): number => vlansOf(text)[0]!
