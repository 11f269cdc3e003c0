import type { Port } from '../../living/port.ts'
import { type Command, type Dialect, Refused, type Shell } from '../dialect.ts'
import { goes, inMode, leaves, must, onPorts, unquoted, vlanIds } from './common.ts'
import { badValue, configuration, oneVlan, portOf, refusals, shows, wrongValue } from './eltex-show.ts'

const saves = async (shell: Shell): Promise<string | undefined> => {
  if (!/^y/i.test(await shell.ask('Overwrite file [startup-config].... (Y/N)[N] ?', { key: true })))
    return undefined
  shell.control.save()
  const time = new Date(shell.control.now())
  const stamp = `${time.toUTCString().slice(5, 16).replaceAll(' ', '-')} ${time.toISOString().slice(11, 19)}`
  return `${stamp} %COPY-I-FILECPY: Files Copy - source URL running-config destination URL flash://system/configuration/startup-config\n${stamp} %COPY-N-TRAP: The copy operation was completed successfully`
}
const user: readonly Command[] = [
  ...shows,
  {
    words: 'enable',
    async run(shell) {
      if (!shell.opens(await shell.ask('Password:', { echo: false })))
        return '% Access is denied, wrong password'
      shell.mode = 'privileged'
      return undefined
    },
  },
  leaves('exit'),
]
const privileged: readonly Command[] = [
  ...shows,
  { words: 'show {which:running-config|startup-config}', run: configuration },
  goes('configure [terminal]', 'config'),
  goes('disable', 'user'),
  leaves('exit'),
  { words: 'write [memory]', run: saves },
  { words: 'copy running-config startup-config', run: saves },
  {
    words: 'reload',
    async run(shell) {
      if (
        shell.control.unsaved &&
        !/^y/i.test(
          await shell.ask("You haven't saved your changes. Are you sure you want to continue ? (Y/N)[N] ", {
            key: true,
          }),
        )
      )
        return undefined
      if (
        !/^y/i.test(
          await shell.ask(
            'This command will reset the whole system and disconnect your current session. Do you want to continue ? (Y/N)[N] ',
            { key: true },
          ),
        )
      )
        return undefined
      shell.write('Shutting down ...\n')
      shell.control.reboot()
      shell.leave()
      return undefined
    },
  },
  {
    words: 'clear counters [<name...>]',
    run(shell, { name }) {
      shell.control.clearCounters(name === undefined ? undefined : [portOf(shell, name)])
      return undefined
    },
  },
]

const interfaces: readonly Command[] = [
  {
    words: 'interface vlan <id>',
    run(shell, { id }) {
      if (!shell.control.vlans.some(known => known.id === oneVlan(id!)))
        throw new Refused(refusals['no such VLAN'])
      shell.vlan = oneVlan(id!)
      shell.mode = 'vlan'
      return undefined
    },
  },
  {
    words: 'interface <name...>',
    run(shell, { name }) {
      shell.ports = [portOf(shell, name!)]
      shell.mode = 'interface'
      return undefined
    },
  },
]
const vlanDatabase = goes('vlan database', 'vlans')
const config: readonly Command[] = [
  ...interfaces,
  vlanDatabase,
  {
    words: 'hostname <name>',
    run(shell, { name }) {
      shell.control.facts.sysName = name!
      return undefined
    },
  },
  {
    words: 'vlan <ids>',
    run(shell, { ids }) {
      makes(shell, ids!)
      return undefined
    },
  },
  {
    words: 'no vlan <ids>',
    run(shell, { ids }) {
      removes(shell, ids!)
      return undefined
    },
  },
  goes('exit', 'privileged'),
  goes('end', 'privileged'),
]
function makes({ control }: Shell, list: string): void {
  const ids = vlanIds(list)
  if (ids.length === 0) wrongValue()
  for (const id of ids)
    must(control.vlans.some(known => known.id === id) ? null : control.createVlan(id), refusals, badValue)
}
function removes({ control }: Shell, list: string): void {
  const ids = vlanIds(list)
  if (ids.length === 0) wrongValue()
  for (const id of ids) must(control.deleteVlan(id), refusals, badValue)
}
const below = [...interfaces, vlanDatabase, goes('exit', 'config'), goes('end', 'privileged')]
const vlans: readonly Command[] = [
  {
    words: 'vlan <ids> [name <text>]',
    run(shell, { ids, text }) {
      makes(shell, ids!)
      if (text !== undefined) shell.control.renameVlan(oneVlan(ids!), text)
      return undefined
    },
  },
  {
    words: 'no vlan <ids>',
    run(shell, { ids }) {
      removes(shell, ids!)
      return undefined
    },
  },
  ...below,
]

const access = (port: Port, { control }: Shell, id: number): void => {
  if (!control.vlans.some(known => known.id === id)) throw new Refused(refusals['no such VLAN'])
  for (const one of port.untagged) control.leave(port, one)
  control.join(port, id, 'untagged')
  port.pvid = id
}
const onInterface: readonly Command[] = [
  onPorts('description <text...>', (port, _, { text }) => {
    // Blanks need quotes; what stands behind the first word is no parameter of this command.
    if (/\s/.test(text!) && unquoted(text!) === text)
      throw new Refused('% Wrong number of parameters or invalid range, size or characters entered')
    if (unquoted(text!).length > 64) throw new Refused(badValue)
    port.alias = unquoted(text!)
  }),
  onPorts('no description', port => {
    port.alias = ''
  }),
  onPorts('shutdown', (port, { control }) => control.setAdmin(port, false)),
  onPorts('no shutdown', (port, { control }) => control.setAdmin(port, true)),
  onPorts('negotiation', port => {
    port.forcedMbps = null
  }),
  onPorts('no negotiation', port => {
    port.forcedMbps ??= port.speedMbps
  }),
  onPorts('speed {value:10|100|1000|10000}', (port, _, { value }) => {
    if (Number(value) > port.speedMbps) throw new Refused(badValue)
    port.forcedMbps = Number(value)
  }),
  onPorts('no speed', port => {
    port.forcedMbps = null
  }),
  onPorts('duplex {value:full|half}', () => undefined),
  onPorts('switchport mode {mode:access|trunk|general}', (port, { control }, { mode }) => {
    for (const id of mode === 'access' ? port.tagged : []) control.leave(port, id)
    control.setMode(port, mode === 'general' ? 'hybrid' : (mode as 'access' | 'trunk'))
  }),
  onPorts('switchport access vlan <id>', (port, shell, { id }) =>
    inMode(port, 'access', () => access(port, shell, oneVlan(id!))),
  ),
  onPorts('no switchport access vlan', (port, shell) => inMode(port, 'access', () => access(port, shell, 1))),
  onPorts('switchport trunk native vlan <id>', (port, shell, { id }) =>
    inMode(port, 'trunk', () => access(port, shell, oneVlan(id!))),
  ),
  onPorts('switchport trunk allowed vlan add <ids>', (port, { control }, { ids }) =>
    inMode(port, 'trunk', () => {
      for (const id of vlanIds(ids!)) if (!port.untagged.includes(id)) control.join(port, id, 'tagged')
    }),
  ),
  onPorts('switchport trunk allowed vlan remove <ids>', (port, { control }, { ids }) =>
    inMode(port, 'trunk', () => {
      for (const id of vlanIds(ids!)) control.leave(port, id)
    }),
  ),
  onPorts(
    'switchport general allowed vlan add <ids> {how:tagged|untagged}',
    (port, { control }, { ids, how }) =>
      inMode(port, 'hybrid', () => {
        for (const id of vlanIds(ids!)) control.join(port, id, how as 'tagged')
      }),
  ),
  onPorts('switchport general allowed vlan remove <ids>', (port, { control }, { ids }) =>
    inMode(port, 'hybrid', () => {
      for (const id of vlanIds(ids!)) control.leave(port, id)
    }),
  ),
  onPorts('switchport general pvid <id>', (port, _, { id }) => {
    port.pvid = oneVlan(id!)
  }),
  {
    words: 'power inline {value:auto|never}',
    run(shell, { value }) {
      for (const port of shell.ports) {
        if (!port.poe) throw new Refused('% Power over Ethernet is not supported on this port')
        port.poe.enabled = value === 'auto'
      }
      return undefined
    },
  },
  ...below,
]
const onVlan: readonly Command[] = [
  {
    words: 'name <text>',
    run(shell, { text }) {
      must(shell.control.renameVlan(shell.vlan, text!), refusals, badValue)
      return undefined
    },
  },
  {
    words: 'no name',
    run(shell) {
      must(shell.control.renameVlan(shell.vlan, ''), refusals, badValue)
      return undefined
    },
  },
  ...below,
]

const name = ({ control }: Shell) => control.facts.sysName || 'console'

/** Eltex MES, as other switches of RADLAN's agent. */
export const eltex: Dialect = {
  login: {
    banner: () => '\n\n',
    user: 'User Name:',
    password: 'Password:',
    stars: true,
    failed: '\nauthentication failed\n\n',
    tries: 3,
    busy: '\nMaximum number of sessions has been reached\n',
    mustChange: {
      words: '\nThe password has expired. You must change your password\n',
      question: 'Enter new password:',
      again: 'Confirm new password:',
    },
    welcome: () => '\n',
  },
  start: { full: 'privileged', plain: 'user' },
  modes: {
    user: { prompt: shell => `${name(shell)}>`, commands: user },
    privileged: { prompt: shell => `${name(shell)}#`, commands: privileged },
    config: { prompt: shell => `${name(shell)}(config)#`, commands: config },
    vlans: { prompt: shell => `${name(shell)}(config-vlan)#`, commands: vlans },
    interface: { prompt: shell => `${name(shell)}(config-if)#`, commands: onInterface },
    vlan: { prompt: shell => `${name(shell)}(config-if)#`, commands: onVlan },
  },
  pager: {
    text: 'More: <space>,  Quit: q or CTRL+Z, One line: <return> ',
    rows: 24,
    quit: 'q\u001a\u0003',
    erase: `\r${' '.repeat(54)}\r`,
  },
  wrong: found =>
    found.kind === 'incomplete'
      ? '% Incomplete command\n'
      : found.kind === 'ambiguous'
        ? '% Ambiguous command\n'
        : '% Unrecognized command\n',
  help: next => next.map(word => `  ${word}\n`).join(''),
  escape: shell => {
    if (shell.mode !== 'user') shell.mode = 'privileged'
  },
}
