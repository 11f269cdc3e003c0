import { type Port, zeroAt } from '../../living/port.ts'
import { type Command, type Dialect, Refused, type Shell } from '../dialect.ts'
import { grammar } from '../grammar.ts'
import { caret, goes, inMode, leaves, must, onPorts, vlanIds } from './common.ts'
import { configuration, portOf, refusals, shownSince, shows } from './cisco-show.ts'

const reboot = (shell: Shell): string => {
  shell.write('\n')
  shell.control.reboot()
  shell.leave()
  return ''
}
const save = (shell: Shell): string => {
  shell.control.save()
  return 'Building configuration...\n[OK]'
}
const clearing = (words: string, what: string): Command => ({
  words,
  async run(shell, { name }) {
    const ports = name === undefined ? shell.control.ports : [portOf(shell, name)]
    const answer = await shell.ask(`Clear "show interface" counters on ${what} [confirm]`, { key: true })
    if (answer === '\r' || answer.toLowerCase() === 'y')
      for (const port of ports) shownSince.set(port, zeroAt(port, shell.control.now()))
    return undefined
  },
})

const exec: readonly Command[] = [
  ...shows,
  {
    words: 'enable',
    async run(shell) {
      for (let tries = 0; tries < 3; tries++) {
        const password = await shell.ask('Password: ', { echo: false })
        if (!shell.opens(password)) continue
        shell.mode = 'enable'
        return undefined
      }
      return '% Bad secrets\n'
    },
  },
  leaves('{word:exit|logout|quit}'),
]

const enable: readonly Command[] = [
  ...shows,
  { words: 'show running-config [{what:all|full}]', run: configuration },
  { words: 'show startup-config', run: configuration },
  {
    words: 'configure terminal',
    run(shell) {
      shell.mode = 'config'
      return 'Enter configuration commands, one per line.  End with CNTL/Z.'
    },
  },
  { words: 'enable', run: () => undefined },
  goes('disable', 'exec'),
  leaves('{word:exit|logout|quit}'),
  {
    words: 'copy running-config startup-config',
    async run(shell) {
      await shell.ask('Destination filename [startup-config]? ')
      return save(shell)
    },
  },
  { words: 'write [memory]', run: save },
  {
    words: 'reload',
    async run(shell) {
      if (
        shell.control.unsaved &&
        /^y/i.test(await shell.ask('\nSystem configuration has been modified. Save? [yes/no]: '))
      )
        shell.write(`${save(shell)}\n`)
      const answer = await shell.ask('Proceed with reload? [confirm]', { key: true })
      return answer === '\r' || answer.toLowerCase() === 'y' ? reboot(shell) : undefined
    },
  },
  clearing('clear counters <name...>', 'this interface'),
  clearing('clear counters', 'all interfaces'),
  { words: 'clear mac address-table dynamic', run: () => undefined },
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
    const [one] = vlanIds(id!)
    if (one === undefined)
      throw new Refused('Command rejected: Bad VLAN list - character #1 is not a valid VLAN.')
    if (!shell.control.vlans.some(known => known.id === one))
      must(shell.control.createVlan(one), refusals, '')
    shell.vlan = one
    shell.mode = 'vlan'
    return undefined
  },
}
/** Runs a command of the privileged mode from below. */
const doing: Command = {
  words: 'do <rest...>',
  run(shell, { rest }) {
    const found = grammar<Shell>(enable)(rest!)
    if (found.kind !== 'run') throw new Refused(`${caret(0)}% Invalid input detected at '^' marker.\n`)
    return found.command.run(shell, found.args)
  },
}
const config: readonly Command[] = [
  interfaces,
  vlan,
  doing,
  {
    words: 'no vlan <id>',
    run(shell, { id }) {
      for (const one of vlanIds(id!))
        must(shell.control.deleteVlan(one), { ...refusals, 'no such VLAN': '' }, '')
      return undefined
    },
  },
  {
    words: 'hostname <name>',
    run(shell, { name }) {
      shell.control.facts.sysName = name!
      return undefined
    },
  },
  goes('exit', 'enable'),
  goes('end', 'enable'),
]
const leaveInterface = [interfaces, vlan, goes('exit', 'config'), goes('end', 'enable')]

const setSpeed = (port: Port, value: string): void => {
  if (value !== 'auto' && Number(value) > port.speedMbps)
    throw new Refused('% Speed is not supported by this interface')
  port.forcedMbps = value === 'auto' ? null : Number(value)
}
/** Access ports carry one VLAN, trunks what is allowed on them: all, at first. */
const setMode = (port: Port, { control }: Shell, mode: 'access' | 'trunk'): void => {
  if (port.mode === mode) return
  control.setMode(port, mode)
  const access = port.untagged[0] ?? 1
  for (const { id } of control.vlans) {
    if (id === access) continue
    if (mode === 'trunk') control.join(port, id, 'tagged')
    else control.leave(port, id)
  }
}
const setNative = (port: Port, { control }: Shell, id: number): void => {
  const before = port.untagged[0]
  if (before !== undefined && before !== id) control.leave(port, before)
  control.join(port, id, 'untagged')
  port.pvid = id
}
const allowed =
  (act: (port: Port, shell: Shell, ids: readonly number[]) => void) =>
  (port: Port, shell: Shell, { ids }: Readonly<Record<string, string>>) => {
    const list = vlanIds(ids!)
    if (list.length === 0) throw new Refused('Command rejected: Bad VLAN allowed list')
    inMode(port, 'trunk', () => act(port, shell, list))
  }
const allow = (port: Port, { control }: Shell, ids: readonly number[]) => {
  for (const id of ids) if (!port.untagged.includes(id)) control.join(port, id, 'tagged')
}
const forbid = (port: Port, { control }: Shell, ids: readonly number[]) => {
  for (const id of ids) control.leave(port, id)
}

const onInterface: readonly Command[] = [
  onPorts('description <text...>', (port, _, { text }) => {
    port.alias = text!.slice(0, 240)
  }),
  onPorts('no description [<text...>]', port => {
    port.alias = ''
  }),
  onPorts('shutdown', (port, { control }) => control.setAdmin(port, false)),
  onPorts('no shutdown', (port, { control }) => control.setAdmin(port, true)),
  onPorts('speed {value:auto|10|100|1000}', (port, _, { value }) => setSpeed(port, value!)),
  onPorts('no speed', port => {
    port.forcedMbps = null
  }),
  onPorts('duplex {value:auto|full|half}', () => undefined),
  onPorts('switchport mode {mode:access|trunk}', (port, shell, { mode }) =>
    setMode(port, shell, mode as 'access' | 'trunk'),
  ),
  {
    words: 'switchport access vlan <id>',
    run(shell, { id }) {
      const [one] = vlanIds(id!)
      if (one === undefined)
        throw new Refused('Command rejected: Bad VLAN list - character #1 is not a valid VLAN.')
      const made = shell.control.createVlan(one) === null
      for (const port of shell.ports) inMode(port, 'access', () => setNative(port, shell, one))
      return made ? `% Access VLAN does not exist. Creating vlan ${one}` : undefined
    },
  },
  onPorts('no switchport access vlan', (port, shell) =>
    inMode(port, 'access', () => setNative(port, shell, 1)),
  ),
  onPorts('switchport trunk native vlan <id>', (port, shell, { id }) =>
    inMode(port, 'trunk', () => setNative(port, shell, vlanIds(id!)[0] ?? 1)),
  ),
  onPorts('switchport trunk allowed vlan add <ids>', allowed(allow)),
  onPorts('switchport trunk allowed vlan remove <ids>', allowed(forbid)),
  onPorts(
    'switchport trunk allowed vlan <ids>',
    allowed((port, shell, ids) => {
      forbid(
        port,
        shell,
        port.tagged.filter(id => !ids.includes(id)),
      )
      allow(port, shell, ids)
    }),
  ),
  {
    words: 'power inline {value:auto|never}',
    run(shell, { value }) {
      for (const port of shell.ports) {
        if (!port.poe) throw new Refused('% Power inline is not supported by this interface')
        port.poe.enabled = value === 'auto'
      }
      return undefined
    },
  },
  ...leaveInterface,
]
const onVlan: readonly Command[] = [
  {
    words: 'name <text>',
    run(shell, { text }) {
      must(shell.control.renameVlan(shell.vlan, text!), refusals, '')
      return undefined
    },
  },
  {
    words: 'no name',
    run(shell) {
      must(shell.control.renameVlan(shell.vlan, shell.device.model.traits.vlanName(shell.vlan)), refusals, '')
      return undefined
    },
  },
  ...leaveInterface,
]

const name = ({ control }: Shell) => control.facts.sysName.split('.')[0]!

/** Cisco IOS: user and privileged mode, configuration below. */
export const cisco: Dialect = {
  login: {
    banner: () => '\n\nUser Access Verification\n\n',
    user: 'Username: ',
    password: 'Password: ',
    failed: '% Login invalid\n\n',
    tries: 3,
    busy: '% All VTY lines are in use, try again later\n',
    mustChange: {
      words: '% Password has expired, you must change your password\n',
      question: 'New password: ',
      again: 'Confirm new password: ',
    },
    welcome: () => '\n',
  },
  start: { full: 'enable', plain: 'exec' },
  modes: {
    exec: { prompt: shell => `${name(shell)}>`, commands: exec },
    enable: { prompt: shell => `${name(shell)}#`, commands: enable },
    config: { prompt: shell => `${name(shell)}(config)#`, commands: config },
    interface: { prompt: shell => `${name(shell)}(config-if)#`, commands: onInterface },
    vlan: { prompt: shell => `${name(shell)}(config-vlan)#`, commands: onVlan },
  },
  pager: {
    text: ' --More-- ',
    rows: 24,
    quit: 'q\u0003',
    erase: '\b\b\b\b\b\b\b\b\b\b          \b\b\b\b\b\b\b\b\b\b',
  },
  wrong: (found, column) =>
    found.kind === 'incomplete'
      ? '% Incomplete command.\n\n'
      : found.kind === 'ambiguous'
        ? `% Ambiguous command:  "${found.word}"\n`
        : `${caret(column)}% Invalid input detected at '^' marker.\n\n`,
  help: next => next.map(word => `  ${word}\n`).join('') + '\n',
  escape: shell => {
    if (['config', 'interface', 'vlan'].includes(shell.mode)) shell.mode = 'enable'
  },
}
