import type { Port } from '../../../simulated/port.ts'
import { type Command, type ConsoleSession, Refused } from '../../dialect.ts'
import { ifMode, portCommand } from '../commands.ts'
import { vlanIds } from '../text.ts'
import { leaveCommands } from './configure.ts'
import { securityCommands } from './port-security.ts'

const setSpeed = (port: Port, value: string): void => {
  if (value !== 'auto' && Number(value) > port.speedMbps)
    throw new Refused('% Speed is not supported by this interface')
  port.forcedMbps = value === 'auto' ? null : Number(value)
}
/** An access port carries one VLAN. A trunk carries the allowed VLANs, by default all. */
const setMode = (port: Port, { control }: ConsoleSession, mode: 'access' | 'trunk'): void => {
  if (port.mode === mode) return
  control.setMode(port, mode)
  const access = port.untagged[0] ?? 1
  for (const { id } of control.vlans) {
    if (id === access) continue
    if (mode === 'trunk') control.join(port, id, 'tagged')
    else control.leave(port, id)
  }
}
const setNative = (port: Port, { control }: ConsoleSession, id: number): void => {
  const before = port.untagged[0]
  if (before !== undefined && before !== id) control.leave(port, before)
  control.join(port, id, 'untagged')
  port.pvid = id
}
const allowed =
  (act: (port: Port, session: ConsoleSession, ids: readonly number[]) => void) =>
  (port: Port, session: ConsoleSession, { ids }: Readonly<Record<string, string>>) => {
    const list = vlanIds(ids!)
    if (list.length === 0) throw new Refused('Command rejected: Bad VLAN allowed list')
    ifMode(port, 'trunk', () => act(port, session, list))
  }
const allow = (port: Port, { control }: ConsoleSession, ids: readonly number[]) => {
  for (const id of ids) if (!port.untagged.includes(id)) control.join(port, id, 'tagged')
}
const forbid = (port: Port, { control }: ConsoleSession, ids: readonly number[]) => {
  for (const id of ids) control.leave(port, id)
}

/** The mode of an interface. */
export const interfaceCommands: readonly Command[] = [
  portCommand('description <text...>', (port, _, { text }) => {
    port.alias = text!.slice(0, 240)
  }),
  portCommand('no description [<text...>]', port => {
    port.alias = ''
  }),
  portCommand('shutdown', (port, { control }) => control.setAdmin(port, false)),
  portCommand('no shutdown', (port, { control }) => control.setAdmin(port, true)),
  portCommand('speed {value:auto|10|100|1000}', (port, _, { value }) => setSpeed(port, value!)),
  portCommand('no speed', port => {
    port.forcedMbps = null
  }),
  portCommand('duplex {value:auto|full|half}', () => undefined),
  portCommand('switchport mode {mode:access|trunk}', (port, session, { mode }) =>
    setMode(port, session, mode as 'access' | 'trunk'),
  ),
  {
    syntax: 'switchport access vlan <id>',
    run(session, { id }) {
      const [one] = vlanIds(id!)
      if (one === undefined)
        throw new Refused('Command rejected: Bad VLAN list - character #1 is not a valid VLAN.')
      const made = session.control.createVlan(one) === null
      for (const port of session.ports) ifMode(port, 'access', () => setNative(port, session, one))
      return made ? `% Access VLAN does not exist. Creating vlan ${one}` : undefined
    },
  },
  portCommand('no switchport access vlan', (port, session) =>
    ifMode(port, 'access', () => setNative(port, session, 1)),
  ),
  portCommand('switchport trunk native vlan <id>', (port, session, { id }) =>
    ifMode(port, 'trunk', () => setNative(port, session, vlanIds(id!)[0] ?? 1)),
  ),
  portCommand('switchport trunk allowed vlan add <ids>', allowed(allow)),
  portCommand('switchport trunk allowed vlan remove <ids>', allowed(forbid)),
  portCommand(
    'switchport trunk allowed vlan <ids>',
    allowed((port, session, ids) => {
      forbid(
        port,
        session,
        port.tagged.filter(id => !ids.includes(id)),
      )
      allow(port, session, ids)
    }),
  ),
  {
    syntax: 'power inline {value:auto|never}',
    run(session, { value }) {
      for (const port of session.ports) {
        if (!port.poe) throw new Refused('% Power inline is not supported by this interface')
        port.poe.enabled = value === 'auto'
      }
      return undefined
    },
  },
  ...securityCommands,
  ...leaveCommands,
]
