import { type Port, zeroAt } from '../../living/port.ts'
import { type Command, type Dialect, Refused, type Shell } from '../dialect.ts'
import { caret, goes, leaves, must, onPorts } from './common.ts'
import {
  displays,
  ofPort,
  oneVlan,
  portOf,
  portsOf,
  refusals,
  shownSince,
  vlansOf,
  wrongParameter,
} from './huawei-show.ts'

const reboots = (shell: Shell): string => {
  shell.control.reboot()
  shell.leave()
  return 'Info: system is rebooting, please wait...\n'
}
const resets = (words: string, act: (shell: Shell, ports: readonly Port[]) => void): Command => ({
  words,
  run(shell, { name }) {
    act(shell, portsOf(shell, name))
    return undefined
  },
})

const user: readonly Command[] = [
  ...displays,
  {
    words: 'system-view',
    run(shell) {
      shell.mode = 'system'
      return 'Enter system view, return user view with Ctrl+Z.'
    },
  },
  {
    words: 'screen-length <lines> [temporary]',
    run(shell, { lines }) {
      shell.paging = lines !== '0'
      return 'Info: The configuration takes effect on the current user terminal interface only.'
    },
  },
  {
    words: 'save',
    async run(shell) {
      const answer = await shell.ask(
        'The current configuration will be written to the device.\nAre you sure to continue?[Y/N]',
      )
      if (!/^y/i.test(answer)) return undefined
      shell.control.save()
      return 'Now saving the current configuration to the slot 0..\nSave the configuration successfully.'
    },
  },
  {
    words: 'reboot',
    async run(shell) {
      shell.write('Info: The system is now comparing the configuration, please wait.\n')
      if (
        shell.control.unsaved &&
        /^y/i.test(
          await shell.ask(
            'Warning: All the configuration will be saved to the configuration file for the next startup. Continue?[Y/N]:',
          ),
        )
      )
        shell.control.save()
      return /^y/i.test(await shell.ask('System will reboot! Continue?[Y/N]:')) ? reboots(shell) : undefined
    },
  },
  resets('reset counters if-mib interface [<name...>]', ({ control }, ports) => control.clearCounters(ports)),
  resets('reset counters interface [<name...>]', ({ control }, ports) => {
    for (const port of ports) shownSince.set(port, zeroAt(port, control.now()))
  }),
  leaves('quit'),
]

const interfaces: Command = {
  words: 'interface <name...>',
  run(shell, { name }) {
    shell.ports = [portOf(shell, name!)]
    shell.mode = 'interface'
    return undefined
  },
}
const vlan: Command = {
  words: 'vlan <id>',
  run(shell, { id }) {
    const one = oneVlan(id!)
    if (!shell.control.vlans.some(known => known.id === one))
      must(shell.control.createVlan(one), refusals, '')
    shell.vlan = one
    shell.mode = 'vlan'
    return undefined
  },
}
const leave = [goes('return', 'user')]
const system: readonly Command[] = [
  ...displays,
  interfaces,
  {
    words: 'vlan batch <ids...>',
    run(shell, { ids }) {
      for (const id of vlansOf(ids!)) shell.control.createVlan(id)
      return 'Info: This operation may take a few seconds. Please wait for a moment...done.'
    },
  },
  vlan,
  {
    words: 'undo vlan batch <ids...>',
    run(shell, { ids }) {
      for (const id of vlansOf(ids!)) shell.control.deleteVlan(id)
      return 'Info: This operation may take a few seconds. Please wait for a moment...done.'
    },
  },
  {
    words: 'undo vlan <id>',
    run(shell, { id }) {
      must(shell.control.deleteVlan(oneVlan(id!)), refusals, '')
      return undefined
    },
  },
  {
    words: 'sysname <name>',
    run(shell, { name }) {
      shell.control.facts.sysName = name!
      return undefined
    },
  },
  goes('quit', 'user'),
  ...leave,
]

const bare = (port: Port, { control }: Shell, id: number): void => {
  for (const one of port.untagged) control.leave(port, one)
  control.join(port, id, 'untagged')
  port.pvid = id
}
const onInterface: readonly Command[] = [
  ...displays,
  { words: 'display this', run: ({ ports }) => ['#', ...ports.map(ofPort), 'return'].join('\n') },
  onPorts('description <text...>', (port, _, { text }) => {
    port.alias = text!.slice(0, 242)
  }),
  onPorts('undo description', port => {
    port.alias = ''
  }),
  onPorts('shutdown', (port, { control }) => control.setAdmin(port, false)),
  onPorts('undo shutdown', (port, { control }) => control.setAdmin(port, true)),
  onPorts('negotiation auto', port => {
    port.forcedMbps = null
  }),
  onPorts('undo negotiation auto', port => {
    port.forcedMbps ??= port.speedMbps
  }),
  onPorts('speed {value:10|100|1000}', (port, _, { value }) => {
    if (port.forcedMbps === null) throw new Refused('Error: Please disable auto-negotiation first.')
    if (Number(value) > port.speedMbps) wrongParameter()
    port.forcedMbps = Number(value)
  }),
  onPorts('duplex {how:full|half}', port => {
    if (port.forcedMbps === null) throw new Refused('Error: Please disable auto-negotiation first.')
  }),
  onPorts('duplex {value:auto|full|half}', port => {
    if (port.forcedMbps === null) throw new Refused('Error: Please disable auto-negotiation first.')
  }),
  onPorts('undo duplex', () => undefined),
  onPorts('undo speed', port => {
    port.forcedMbps = null
  }),
  onPorts('port link-type {type:access|trunk|hybrid}', (port, { control }, { type }) => {
    if (port.mode === type) return
    for (const id of port.tagged) control.leave(port, id)
    control.setMode(port, type as Port['mode'])
  }),
  onPorts('port default vlan <id>', (port, shell, { id }) => {
    if (port.mode !== 'access') throw new Refused("Error: Please renew the port's link type first.")
    if (!shell.control.vlans.some(known => known.id === oneVlan(id!)))
      throw new Refused(refusals['no such VLAN'])
    bare(port, shell, oneVlan(id!))
  }),
  onPorts('undo port default vlan', (port, shell) => bare(port, shell, 1)),
  onPorts('port trunk pvid vlan <id>', (port, shell, { id }) => bare(port, shell, oneVlan(id!))),
  onPorts('port trunk allow-pass vlan <ids...>', (port, { control }, { ids }) => {
    if (port.mode !== 'trunk') throw new Refused("Error: Please renew the port's link type first.")
    for (const id of vlansOf(ids!)) if (!port.untagged.includes(id)) control.join(port, id, 'tagged')
  }),
  onPorts('undo port trunk allow-pass vlan <ids...>', (port, { control }, { ids }) => {
    for (const id of vlansOf(ids!)) control.leave(port, id)
  }),
  onPorts('port hybrid {how:tagged|untagged} vlan <ids...>', (port, { control }, { how, ids }) => {
    if (port.mode !== 'hybrid') throw new Refused("Error: Please renew the port's link type first.")
    for (const id of vlansOf(ids!)) control.join(port, id, how as 'tagged')
  }),
  onPorts('port hybrid pvid vlan <id>', (port, _, { id }) => {
    port.pvid = oneVlan(id!)
  }),
  onPorts('undo port hybrid vlan <ids...>', (port, { control }, { ids }) => {
    for (const id of vlansOf(ids!)) control.leave(port, id)
  }),
  interfaces,
  vlan,
  goes('quit', 'system'),
  ...leave,
]
const onVlan: readonly Command[] = [
  ...displays,
  {
    words: '{word:name|description} <text...>',
    run(shell, { text }) {
      must(shell.control.renameVlan(shell.vlan, text!), refusals, '')
      return undefined
    },
  },
  interfaces,
  vlan,
  goes('quit', 'system'),
  ...leave,
]

const name = ({ control }: Shell) => control.facts.sysName
const faults = {
  incomplete: 'Incomplete command',
  ambiguous: 'Ambiguous command',
  unknown: 'Unrecognized command',
} as const

/** Huawei VRP: user view, system view, views of interfaces and VLANs. */
export const huawei: Dialect = {
  login: {
    banner: () =>
      '\nWarning: Telnet is not a secure protocol, and it is recommended to use Stelnet.\n\nLogin authentication\n\n\n',
    user: 'Username:',
    password: 'Password:',
    failed: 'Error: Authentication failed.\n',
    tries: 3,
    busy: 'All user interfaces are used, please try later!\n',
    mustChange: {
      words: 'Warning: The initial password poses security risks.\n',
      now: 'The password needs to be changed. Change now? [Y/N]: ',
      question: 'Please enter new password: ',
      again: 'Please confirm new password: ',
    },
    welcome: ({ control }) =>
      `Info: The max number of VTY users is 5, and the number\n      of current VTY users on line is 1.\n      The current login time is ${new Date(control.now()).toISOString().slice(0, 19).replace('T', ' ')}.\n`,
  },
  start: { full: 'user', plain: 'user' },
  modes: {
    user: { prompt: shell => `<${name(shell)}>`, commands: user },
    system: { prompt: shell => `[${name(shell)}]`, commands: system },
    interface: { prompt: shell => `[${name(shell)}-${shell.ports[0]!.ifName}]`, commands: onInterface },
    vlan: { prompt: shell => `[${name(shell)}-vlan${shell.vlan}]`, commands: onVlan },
  },
  pager: {
    text: '  ---- More ----',
    rows: 24,
    quit: 'q\u0003',
    erase: '\u001b[16D                \u001b[16D',
  },
  wrong: (found, column) => `${caret(column)}Error: ${faults[found.kind]} found at '^' position.\n`,
  help: next => next.map(word => `  ${word}\n`).join(''),
  escape(shell) {
    shell.mode = 'user'
  },
}
