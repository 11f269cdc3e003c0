import type { Port } from '../../../simulated/port.ts'
import { type ConsoleSession, Refused } from '../../dialect.ts'
import { vlanIds } from '../text.ts'

export const done = '\nSuccess.\n'
export const failed = '\nFail!\n'
export const refusals = {
  'no such VLAN': '\nInvalid VLAN ID.\n',
  'VLAN exists': '\nVLAN already exists.\nFail!\n',
  'default VLAN': '\nThe default VLAN cannot be deleted.\nFail!\n',
  'untagged elsewhere': '\nThe port is an untagged member of another VLAN.\nFail!\n',
  'VLAN id out of range': '\nInvalid VLAN ID.\n',
}

/** The ports of `1-3,7` or `all`. */
export function portsOf(session: ConsoleSession, text: string): Port[] {
  if (text.toLowerCase() === 'all') return [...session.control.ports]
  const ids = vlanIds(text)
  const found = ids.flatMap(id => session.control.ports.find(port => port.ifIndex === id) ?? [])
  if (ids.length === 0 || found.length !== ids.length) throw new Refused('\nPort number error.\nFail!\n')
  return found
}
/** One VLAN id. */
export const idOf = (text: string): number => {
  const [id, ...more] = vlanIds(text)
  if (id === undefined || more.length > 0) throw new Refused('\nInvalid VLAN ID.\n')
  return id
}
/** The VLAN id of the argument `id`, or of the VLAN whose name is the argument `name`. */
export const vlanOf = (session: ConsoleSession, args: Readonly<Record<string, string>>): number => {
  if (args['id'] !== undefined) return idOf(args['id'])
  const vlan = session.control.vlans.find(one => one.name === args['name'])
  if (!vlan) throw new Refused('\nVLAN name does not exist.\nFail!\n')
  return vlan.id
}
