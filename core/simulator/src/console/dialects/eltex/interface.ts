import type { Port } from '../../../simulated/port.ts'
import { type Command, type ConsoleSession, Refused } from '../../dialect.ts'
import { ifMode, portCommand } from '../commands.ts'
import { unquoted, vlanIds } from '../text.ts'
import { badValue, oneVlan, refusals } from './arguments.ts'
import { leaveCommands } from './configure.ts'

/** Makes the VLAN the only untagged one of the port. */
const setUntagged = (port: Port, { control }: ConsoleSession, id: number): void => {
  if (!control.vlans.some(known => known.id === id)) throw new Refused(refusals['no such VLAN'])
  for (const one of port.untagged) control.leave(port, one)
  control.join(port, id, 'untagged')
  port.pvid = id
}
/** The mode of a port. */
export const interfaceCommands: readonly Command[] = [
  portCommand('description <text...>', (port, _, { text }) => {
    // A text with blanks needs quotes: without them the second word is a parameter that does not exist.
    if (/\s/.test(text!) && unquoted(text!) === text)
      throw new Refused('% Wrong number of parameters or invalid range, size or characters entered')
    if (unquoted(text!).length > 64) throw new Refused(badValue)
    port.alias = unquoted(text!)
  }),
  portCommand('no description', port => {
    port.alias = ''
  }),
  portCommand('shutdown', (port, { control }) => control.setAdmin(port, false)),
  portCommand('no shutdown', (port, { control }) => control.setAdmin(port, true)),
  portCommand('negotiation', port => {
    port.forcedMbps = null
  }),
  portCommand('no negotiation', port => {
    port.forcedMbps ??= port.speedMbps
  }),
  portCommand('speed {value:10|100|1000|10000}', (port, _, { value }) => {
    if (Number(value) > port.speedMbps) throw new Refused(badValue)
    port.forcedMbps = Number(value)
  }),
  portCommand('no speed', port => {
    port.forcedMbps = null
  }),
  portCommand('duplex {value:full|half}', () => undefined),
  portCommand('switchport mode {mode:access|trunk|general}', (port, { control }, { mode }) => {
    for (const id of mode === 'access' ? port.tagged : []) control.leave(port, id)
    control.setMode(port, mode === 'general' ? 'hybrid' : (mode as 'access' | 'trunk'))
  }),
  portCommand('switchport access vlan <id>', (port, session, { id }) =>
    ifMode(port, 'access', () => setUntagged(port, session, oneVlan(id!))),
  ),
  portCommand('no switchport access vlan', (port, session) =>
    ifMode(port, 'access', () => setUntagged(port, session, 1)),
  ),
  portCommand('switchport trunk native vlan <id>', (port, session, { id }) =>
    ifMode(port, 'trunk', () => setUntagged(port, session, oneVlan(id!))),
  ),
  portCommand('switchport trunk allowed vlan add <ids>', (port, { control }, { ids }) =>
    ifMode(port, 'trunk', () => {
      for (const id of vlanIds(ids!)) if (!port.untagged.includes(id)) control.join(port, id, 'tagged')
    }),
  ),
  portCommand('switchport trunk allowed vlan remove <ids>', (port, { control }, { ids }) =>
    ifMode(port, 'trunk', () => {
      for (const id of vlanIds(ids!)) control.leave(port, id)
    }),
  ),
  portCommand(
    'switchport general allowed vlan add <ids> {how:tagged|untagged}',
    (port, { control }, { ids, how }) =>
      ifMode(port, 'hybrid', () => {
        for (const id of vlanIds(ids!)) control.join(port, id, how as 'tagged')
      }),
  ),
  portCommand('switchport general allowed vlan remove <ids>', (port, { control }, { ids }) =>
    ifMode(port, 'hybrid', () => {
      for (const id of vlanIds(ids!)) control.leave(port, id)
    }),
  ),
  portCommand('switchport general pvid <id>', (port, _, { id }) => {
    port.pvid = oneVlan(id!)
  }),
  {
    syntax: 'power inline {value:auto|never}',
    run(session, { value }) {
      for (const port of session.ports) {
        if (!port.poe) throw new Refused('% Power over Ethernet is not supported on this port')
        port.poe.enabled = value === 'auto'
      }
      return undefined
    },
  },
  ...leaveCommands,
]
