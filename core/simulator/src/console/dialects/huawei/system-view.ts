import type { Command } from '../../dialect.ts'
import { assertDone, modeCommand } from '../commands.ts'
import { oneVlan, portOf, refusals, vlansOf } from './arguments.ts'
import { displayCommands } from './display.ts'

/** Changes to the view of an interface. */
const interfaceView: Command = {
  syntax: 'interface <name...>',
  run(session, { name }) {
    session.ports = [portOf(session, name!)]
    session.mode = 'interface'
    return undefined
  },
}
/** Creates the VLAN if it does not exist, and changes to its view. */
const vlanView: Command = {
  syntax: 'vlan <id>',
  run(session, { id }) {
    const one = oneVlan(id!)
    if (!session.control.vlans.some(known => known.id === one))
      assertDone(session.control.createVlan(one), refusals, '')
    session.vlan = one
    session.mode = 'vlan'
    return undefined
  },
}
/** The system view. */
export const system: readonly Command[] = [
  ...displayCommands,
  interfaceView,
  {
    syntax: 'vlan batch <ids...>',
    run(session, { ids }) {
      for (const id of vlansOf(ids!)) session.control.createVlan(id)
      return 'Info: This operation may take a few seconds. Please wait for a moment...done.'
    },
  },
  vlanView,
  {
    syntax: 'undo vlan batch <ids...>',
    run(session, { ids }) {
      for (const id of vlansOf(ids!)) session.control.deleteVlan(id)
      return 'Info: This operation may take a few seconds. Please wait for a moment...done.'
    },
  },
  {
    syntax: 'undo vlan <id>',
    run(session, { id }) {
      assertDone(session.control.deleteVlan(oneVlan(id!)), refusals, '')
      return undefined
    },
  },
  {
    syntax: 'sysname <name>',
    run(session, { name }) {
      session.control.facts.sysName = name!
      return undefined
    },
  },
  modeCommand('quit', 'user'),
  modeCommand('return', 'user'),
]

/** Commands with which one leaves the view of an interface or a VLAN. */
export const leaveCommands: readonly Command[] = [
  interfaceView,
  vlanView,
  modeCommand('quit', 'system'),
  modeCommand('return', 'user'),
]

/** The view of a VLAN. */
export const vlanCommands: readonly Command[] = [
  ...displayCommands,
  {
    syntax: '{word:name|description} <text...>',
    run(session, { text }) {
      assertDone(session.control.renameVlan(session.vlan, text!), refusals, '')
      return undefined
    },
  },
  ...leaveCommands,
]
