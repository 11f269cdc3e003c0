import type { Port } from '../../../simulated/port.ts'
import { type ConsoleSession, Refused } from '../../dialect.ts'
import { portNamed } from '../device-state.ts'
import { vlanIds } from '../text.ts'

/** Messages of refused changes. Source: user manual of Eltex MES23xx and MES33xx. */
export const badValue = '% bad parameter value'
export const refusals = {
  'no such VLAN': '% VLAN was not created by the user',
  'default VLAN': '% Default VLAN cannot be removed',
  'VLAN id out of range': badValue,
  'VLAN exists': '',
  'untagged elsewhere': badValue,
}
export const wrongValue = (): never => {
  throw new Refused('% Wrong number of parameters or invalid range, size or characters entered')
}

export const portOf = (session: ConsoleSession, text: string): Port =>
  portNamed(session, text) ?? wrongValue()
export const oneVlan = (text: string): number => vlanIds(text)[0] ?? wrongValue()
