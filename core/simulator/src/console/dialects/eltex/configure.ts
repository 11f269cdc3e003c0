import { type Command, type ConsoleSession, Refused } from '../../dialect.ts'
import { assertDone, modeCommand } from '../commands.ts'
import { vlanIds } from '../text.ts'
import { badValue, oneVlan, portOf, refusals, wrongValue } from './arguments.ts'

function createVlans({ control }: ConsoleSession, list: string): void {
  const ids = vlanIds(list)
  if (ids.length === 0) wrongValue()
  for (const id of ids)
    assertDone(
      control.vlans.some(known => known.id === id) ? null : control.createVlan(id),
      refusals,
      badValue,
    )
}
function deleteVlans({ control }: ConsoleSession, list: string): void {
  const ids = vlanIds(list)
  if (ids.length === 0) wrongValue()
  for (const id of ids) assertDone(control.deleteVlan(id), refusals, badValue)
}

/** Change to the mode of a VLAN interface or of a port. */
const interfaceModes: readonly Command[] = [
  {
    syntax: 'interface vlan <id>',
    run(session, { id }) {
      if (!session.control.vlans.some(known => known.id === oneVlan(id!)))
        throw new Refused(refusals['no such VLAN'])
      session.vlan = oneVlan(id!)
      session.mode = 'vlan'
      return undefined
    },
  },
  {
    syntax: 'interface <name...>',
    run(session, { name }) {
      session.ports = [portOf(session, name!)]
      session.mode = 'interface'
      return undefined
    },
  },
]
const vlanDatabase = modeCommand('vlan database', 'vlans')
/** The configuration mode. */
export const config: readonly Command[] = [
  ...interfaceModes,
  vlanDatabase,
  {
    syntax: 'hostname <name>',
    run(session, { name }) {
      session.control.facts.sysName = name!
      return undefined
    },
  },
  {
    syntax: 'vlan <ids>',
    run(session, { ids }) {
      createVlans(session, ids!)
      return undefined
    },
  },
  {
    syntax: 'no vlan <ids>',
    run(session, { ids }) {
      deleteVlans(session, ids!)
      return undefined
    },
  },
  modeCommand('exit', 'privileged'),
  modeCommand('end', 'privileged'),
]
/** Commands that every mode below the configuration mode understands. */
export const leaveCommands: readonly Command[] = [
  ...interfaceModes,
  vlanDatabase,
  modeCommand('exit', 'config'),
  modeCommand('end', 'privileged'),
]
/** The mode `vlan database`. */
export const vlanDatabaseCommands: readonly Command[] = [
  {
    syntax: 'vlan <ids> [name <text>]',
    run(session, { ids, text }) {
      createVlans(session, ids!)
      if (text !== undefined) session.control.renameVlan(oneVlan(ids!), text)
      return undefined
    },
  },
  {
    syntax: 'no vlan <ids>',
    run(session, { ids }) {
      deleteVlans(session, ids!)
      return undefined
    },
  },
  ...leaveCommands,
]

/** The mode of a VLAN interface. */
export const vlanInterfaceCommands: readonly Command[] = [
  {
    syntax: 'name <text>',
    run(session, { text }) {
      assertDone(session.control.renameVlan(session.vlan, text!), refusals, badValue)
      return undefined
    },
  },
  {
    syntax: 'no name',
    run(session) {
      assertDone(session.control.renameVlan(session.vlan, ''), refusals, badValue)
      return undefined
    },
  },
  ...leaveCommands,
]
