import type { Port } from '../../../simulated/port.ts'
import { type Command, type ConsoleSession, Refused } from '../../dialect.ts'
import { portCommand } from '../commands.ts'
import { oneVlan, refusals, vlansOf, wrongParameter } from './arguments.ts'
import { portConfiguration } from './configuration.ts'
import { displayCommands } from './display.ts'
import { leaveCommands } from './system-view.ts'

/** Makes the VLAN the only untagged one of the port, and its PVID. */
const setUntagged = (port: Port, { control }: ConsoleSession, id: number): void => {
  for (const one of port.untagged) control.leave(port, one)
  control.join(port, id, 'untagged')
  port.pvid = id
}
const assertForced = (port: Port): void => {
  if (port.forcedMbps === null) throw new Refused('Error: Please disable auto-negotiation first.')
}
const assertMode = (port: Port, mode: Port['mode']): void => {
  if (port.mode !== mode) throw new Refused("Error: Please renew the port's link type first.")
}

/** Description, state and speed. */
const portCommands: readonly Command[] = [
  portCommand('description <text...>', (port, _, { text }) => {
    port.alias = text!.slice(0, 242)
  }),
  portCommand('undo description', port => {
    port.alias = ''
  }),
  portCommand('shutdown', (port, { control }) => control.setAdmin(port, false)),
  portCommand('undo shutdown', (port, { control }) => control.setAdmin(port, true)),
  portCommand('negotiation auto', port => {
    port.forcedMbps = null
  }),
  portCommand('undo negotiation auto', port => {
    port.forcedMbps ??= port.speedMbps
  }),
  portCommand('speed {value:10|100|1000}', (port, _, { value }) => {
    assertForced(port)
    if (Number(value) > port.speedMbps) wrongParameter()
    port.forcedMbps = Number(value)
  }),
  portCommand('duplex {how:full|half}', port => {
    assertForced(port)
  }),
  portCommand('duplex {value:auto|full|half}', port => {
    assertForced(port)
  }),
  portCommand('undo duplex', () => undefined),
  portCommand('undo speed', port => {
    port.forcedMbps = null
  }),
]

/** VLAN membership. */
const vlanCommands: readonly Command[] = [
  portCommand('port link-type {type:access|trunk|hybrid}', (port, { control }, { type }) => {
    if (port.mode === type) return
    for (const id of port.tagged) control.leave(port, id)
    control.setMode(port, type as Port['mode'])
  }),
  portCommand('port default vlan <id>', (port, session, { id }) => {
    assertMode(port, 'access')
    if (!session.control.vlans.some(known => known.id === oneVlan(id!)))
      throw new Refused(refusals['no such VLAN'])
    setUntagged(port, session, oneVlan(id!))
  }),
  portCommand('undo port default vlan', (port, session) => setUntagged(port, session, 1)),
  portCommand('port trunk pvid vlan <id>', (port, session, { id }) =>
    setUntagged(port, session, oneVlan(id!)),
  ),
  portCommand('port trunk allow-pass vlan <ids...>', (port, { control }, { ids }) => {
    assertMode(port, 'trunk')
    for (const id of vlansOf(ids!)) if (!port.untagged.includes(id)) control.join(port, id, 'tagged')
  }),
  portCommand('undo port trunk allow-pass vlan <ids...>', (port, { control }, { ids }) => {
    for (const id of vlansOf(ids!)) control.leave(port, id)
  }),
  portCommand('port hybrid {how:tagged|untagged} vlan <ids...>', (port, { control }, { how, ids }) => {
    assertMode(port, 'hybrid')
    for (const id of vlansOf(ids!)) control.join(port, id, how as 'tagged')
  }),
  portCommand('port hybrid pvid vlan <id>', (port, _, { id }) => {
    port.pvid = oneVlan(id!)
  }),
  portCommand('undo port hybrid vlan <ids...>', (port, { control }, { ids }) => {
    for (const id of vlansOf(ids!)) control.leave(port, id)
  }),
]

/** The view of an interface. */
export const interfaceCommands: readonly Command[] = [
  ...displayCommands,
  { syntax: 'display this', run: ({ ports }) => ['#', ...ports.map(portConfiguration), 'return'].join('\n') },
  ...portCommands,
  ...vlanCommands,
  ...leaveCommands,
]
