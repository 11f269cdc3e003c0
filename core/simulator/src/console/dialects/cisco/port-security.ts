import type { Port } from '../../../simulated/port.ts'
import { type Command, Refused } from '../../dialect.ts'
import { portCommand } from '../commands.ts'

const standard = { maximum: 1, violation: 'shutdown' }
const settings = new WeakMap<Port, { maximum: number; violation: string }>()
const of = (port: Port) => settings.get(port) ?? standard

/** What is set applies from now on where port security is on. */
function set(port: Port, more: Partial<typeof standard>): void {
  settings.set(port, { ...of(port), ...more })
  if (port.security) port.security = of(port)
}

/** Port security of IOS ("Configuring Port-Based Traffic Control", Catalyst 2960-X). */
export const securityCommands: readonly Command[] = [
  portCommand('switchport port-security', port => {
    if (port.mode !== 'access') throw new Refused('Command rejected: the port is a dynamic port.')
    port.security = of(port)
  }),
  portCommand('switchport port-security maximum <count>', (port, _, { count }) => {
    if (!/^\d+$/.test(count!) || Number(count) < 1 || Number(count) > 8192)
      throw new Refused("% Invalid input detected at '^' marker.")
    set(port, { maximum: Number(count) })
  }),
  portCommand('switchport port-security violation {how:protect|restrict|shutdown}', (port, _, { how }) =>
    set(port, { violation: how! }),
  ),
  portCommand('no switchport port-security', port => {
    delete port.security
  }),
]

/** Its lines of the running configuration. */
export const securityLines = ({ security }: Port): string[] =>
  security
    ? [
        ...(security.maximum === 1 ? [] : [` switchport port-security maximum ${security.maximum}`]),
        ...(security.violation === 'shutdown'
          ? []
          : [` switchport port-security violation ${security.violation}`]),
        ' switchport port-security',
      ]
    : []
