import { type Command, type ConsoleSession, Refused } from '../../dialect.ts'
import { createParser } from '../../grammar.ts'
import { assertDone, modeCommand } from '../commands.ts'
import { caret, vlanIds } from '../text.ts'
import { portOf, refusals } from './arguments.ts'
import { enable } from './exec.ts'

/** Changes to the mode of an interface. */
const interfaceMode: Command = {
  syntax: 'interface <name...>',
  run(session, { name }) {
    session.ports = [portOf(session, name!)]
    session.mode = 'interface'
    return undefined
  },
}
/** Creates the VLAN if it does not exist, and changes to its mode. */
const vlanMode: Command = {
  syntax: 'vlan <id>',
  run(session, { id }) {
    const [one] = vlanIds(id!)
    if (one === undefined)
      throw new Refused('Command rejected: Bad VLAN list - character #1 is not a valid VLAN.')
    if (!session.control.vlans.some(known => known.id === one))
      assertDone(session.control.createVlan(one), refusals, '')
    session.vlan = one
    session.mode = 'vlan'
    return undefined
  },
}
/** Runs a command of the privileged mode in configuration mode. */
const privilegedCommand: Command = {
  syntax: 'do <rest...>',
  run(session, { rest }) {
    const found = createParser<ConsoleSession>(enable)(rest!)
    if (found.kind !== 'run') throw new Refused(`${caret(0)}% Invalid input detected at '^' marker.\n`)
    return found.command.run(session, found.args)
  },
}
/** Mode of the lines over which people sign in. */
const lineMode: Command = {
  syntax: 'line vty <first> [<last>]',
  run(session) {
    session.mode = 'line'
    return undefined
  },
}
const overNetwork = ['telnet', 'ssh'] as const
/** The mode of the VTY lines. */
export const lineCommands: readonly Command[] = [
  {
    syntax: 'transport input {which:all|none|ssh|telnet}',
    run({ control }, { which }) {
      for (const service of overNetwork) control.setService(service, which === 'all' || which === service)
      return undefined
    },
  },
  lineMode,
  modeCommand('exit', 'config'),
  modeCommand('end', 'enable'),
]

/** The configuration mode. */
export const config: readonly Command[] = [
  interfaceMode,
  vlanMode,
  privilegedCommand,
  {
    syntax: 'no vlan <id>',
    run(session, { id }) {
      for (const one of vlanIds(id!))
        assertDone(session.control.deleteVlan(one), { ...refusals, 'no such VLAN': '' }, '')
      return undefined
    },
  },
  {
    syntax: 'hostname <name>',
    run(session, { name }) {
      session.control.facts.sysName = name!
      return undefined
    },
  },
  lineMode,
  {
    syntax: 'no snmp-server',
    run({ control }) {
      control.setService('snmp', false)
      return undefined
    },
  },
  modeCommand('exit', 'enable'),
  modeCommand('end', 'enable'),
]
/** Commands that an interface or VLAN mode understands to leave it. */
export const leaveCommands: readonly Command[] = [
  interfaceMode,
  vlanMode,
  modeCommand('exit', 'config'),
  modeCommand('end', 'enable'),
]

/** The mode of a VLAN. */
export const vlanCommands: readonly Command[] = [
  {
    syntax: 'name <text>',
    run(session, { text }) {
      assertDone(session.control.renameVlan(session.vlan, text!), refusals, '')
      return undefined
    },
  },
  {
    syntax: 'no name',
    run(session) {
      const { vlanName } = session.device.model.vlanRules
      assertDone(session.control.renameVlan(session.vlan, vlanName(session.vlan)), refusals, '')
      return undefined
    },
  },
  ...leaveCommands,
]
