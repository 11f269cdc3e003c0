import { type Port, linkSpeed } from '../../living/port.ts'
import { type Command, type Dialect, Refused, type Shell } from '../dialect.ts'
import { cell, counters, enabled, fdbOf, goes, inMode, leaves, macText, must, number, onPorts, portNamed, ranges, unquoted, up, uptimeText, vlanIds } from './common.ts'

/** Facts: Eltex MES23xx, MES33xx user manual, command line of RADLAN's agent. */
const badValue = '% bad parameter value'
const refusals = { 'no such VLAN': '% VLAN was not created by the user', 'default VLAN': '% Default VLAN cannot be removed', 'VLAN id out of range': badValue, 'VLAN exists': '', 'untagged elsewhere': badValue }
const wrongValue = (): never => { throw new Refused('% Wrong number of parameters or invalid range, size or characters entered') }

const portOf = (shell: Shell, text: string): Port => portNamed(shell, text) ?? wrongValue()
const oneVlan = (text: string): number => vlanIds(text)[0] ?? wrongValue()
const media = (port: Port) => `${port.speedMbps >= 10_000 ? '10G' : '1G'}-${port.fiber ? 'Fiber' : 'Copper'}`
const modeOf = (port: Port) => port.mode === 'trunk' ? 'Trunk' : port.mode === 'hybrid' ? 'General' : `Access (${port.untagged[0] ?? port.pvid})`
const none = '--'

function statuses(shell: Shell, ports: readonly Port[]): string {
  return ['                                             Flow Link          Uptime        Back   Mdix', 'Port     Type         Duplex  Speed Neg      ctrl State       (d,h:m:s)    Pressure Mode    Port Mode (VLAN)', '-------- ------------ ------  ----- -------- ---- ----------- ------------- -------- ------- ------------------------',
    ...ports.map(port => up(shell, port)
      ? `${cell(port.ifName, 8)} ${cell(media(port), 12)} ${cell('Full', 7)} ${cell(linkSpeed(port, shell.control.now()), 5)} ${cell(port.forcedMbps === null ? 'Enabled' : 'Disabled', 8)} ${cell('Off', 4)} ${cell('Up', 11)} ${cell('00,01:12:44', 13)} ${cell('Disabled', 8)} ${cell('Off', 7)} ${modeOf(port)}`
      : `${cell(port.ifName, 8)} ${cell(media(port), 12)} ${cell(`  ${none}`, 7)} ${cell(`  ${none}`, 5)} ${cell(`   ${none}`, 8)} ${cell(` ${none}`, 4)} ${cell(enabled(port) ? 'Down (nc)' : 'Down (adm)', 11)} ${cell(`     ${none}`, 13)} ${cell(`   ${none}`, 8)} ${cell(`  ${none}`, 7)} ${modeOf(port)}`)].join('\n')
}
/** `gi1/0/1-3,te1/0/2`. */
const named = (ports: readonly Port[]) => [['gi', 48], ['te', 104]].map(([kind, from]) => ranges(ports.filter(port => port.ifName.startsWith(String(kind))).map(port => port.ifIndex - Number(from)))).map((list, at) => list && `${at ? 'te' : 'gi'}1/0/${list}`).filter(Boolean).join(',')
function showVlans({ control }: Shell): string {
  return ['Created by: D-Default, S-Static, G-GVRP, R-Radius Assigned VLAN, V-Voice VLAN', '', 'Vlan       Name           Tagged Ports      UnTagged Ports      Created by   ', '---- ----------------- ------------------ ------------------ ----------------',
    ...control.vlans.map(({ id, name }) => `${number(id, 3)}  ${cell(name || '-', 17)} ${cell(named(control.ports.filter(port => port.tagged.includes(id))), 18)} ${cell(named(control.ports.filter(port => port.untagged.includes(id))), 18)} ${id === 1 ? 'D' : 'S'}`)].join('\n')
}
function configuration({ control }: Shell): string {
  const ids = control.vlans.filter(({ id }) => id !== 1).map(({ id }) => id)
  const ports = control.ports.map(port => [
    `interface ${port.ifDescr}`, ...port.alias ? [` description ${port.alias.includes(' ') ? `"${port.alias}"` : port.alias}`] : [], ...enabled(port) ? [] : [' shutdown'],
    ...port.mode === 'trunk' ? [' switchport mode trunk', ...port.tagged.length ? [` switchport trunk allowed vlan add ${ranges(port.tagged)}`] : []] : port.pvid === 1 ? [] : [` switchport access vlan ${port.pvid}`], '!',
  ].join('\n'))
  return [...ids.length ? ['vlan database', ` vlan ${ranges(ids)}`, 'exit', '!'] : [], `hostname ${control.facts.sysName}`, ...control.vlans.filter(({ id, name }) => id !== 1 && name).map(({ id, name }) => `interface vlan ${id}\n name ${name}\n!`), ...ports, 'end'].join('\n')
}

const shows: readonly Command[] = [
  { words: 'show interfaces status [<name...>]', run: (shell, { name }) => statuses(shell, name === undefined ? shell.control.ports : [portOf(shell, name)]) },
  { words: 'show interfaces description', run: shell => ['                                  Admin Link        ', 'Port     Port Mode (VLAN)         State State       Description', '-------- ------------------------ ----- ----------- -----------', ...shell.control.ports.map(port => `${cell(port.ifName, 8)} ${cell(modeOf(port), 24)} ${cell(enabled(port) ? 'Up' : 'Down', 5)} ${cell(up(shell, port) ? 'Up' : 'Down', 11)} ${port.alias}`)].join('\n') },
  { words: 'show interfaces counters', run: shell => ['      Port       InUcastPkts   InOctets', '---------------- ------------ ------------', ...shell.control.ports.map(port => { const { in: received } = counters(shell, port); return `${number(port.ifName, 16)} ${number(Math.floor(received / 780), 12)} ${number(received, 12)}` })].join('\n') },
  { words: 'show vlan', run: showVlans },
  {
    words: 'show mac address-table [interface <name...>]',
    run(shell, { name }) {
      const only = name === undefined ? undefined : portOf(shell, name)
      const rows = fdbOf(shell.device).filter(({ port }) => !only || port === only)
      return ['Flags: I - Internal usage VLAN', 'Aging time is 300 sec', '', '    Vlan          Mac Address         Port       Type    ', '------------ --------------------- ---------- ---------- ', ...rows.map(({ mac, vlan, port }) => `${number(vlan, 8)}       ${macText(mac, ':', 2)}     ${cell(port.ifName, 10)}  dynamic   `), ''].join('\n')
    },
  },
  { words: 'show version', run: ({ device: { model } }) => `Active-image: flash://system/images/mes.ros\n  Version: ${model.firmware}\n  Commit: 1dc1a4ee` },
  { words: 'show system', run: shell => [`System Description:                       ${shell.control.facts.sysDescr}`, `System Up Time (days,hour:min:sec):       ${uptimeText(shell)}`, `System Name:                              ${shell.control.facts.sysName}`, `System Location:                          ${shell.control.facts.location}`, `System MAC Address:                       ${macText(shell.control.facts.mac, ':', 2)}`].join('\n') },
  { words: 'terminal datadump', run(shell) { shell.paging = false; return undefined } },
  { words: 'no terminal datadump', run(shell) { shell.paging = true; return undefined } },
]

const saves = async (shell: Shell): Promise<string | undefined> => {
  if (!/^y/i.test(await shell.ask('Overwrite file [startup-config].... (Y/N)[N] ?', { key: true }))) return undefined
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
      if (!shell.opens(await shell.ask('Password:', { echo: false }))) return '% Access is denied, wrong password'
      shell.mode = 'privileged'
      return undefined
    },
  },
  leaves('exit'),
]
const privileged: readonly Command[] = [
  ...shows,
  { words: 'show {which:running-config|startup-config}', run: configuration },
  goes('configure [terminal]', 'config'), goes('disable', 'user'), leaves('exit'),
  { words: 'write [memory]', run: saves },
  { words: 'copy running-config startup-config', run: saves },
  {
    words: 'reload',
    async run(shell) {
      if (shell.control.unsaved && !/^y/i.test(await shell.ask("You haven't saved your changes. Are you sure you want to continue ? (Y/N)[N] ", { key: true }))) return undefined
      if (!/^y/i.test(await shell.ask('This command will reset the whole system and disconnect your current session. Do you want to continue ? (Y/N)[N] ', { key: true }))) return undefined
      shell.write('Shutting down ...\n')
      shell.control.reboot()
      shell.leave()
      return undefined
    },
  },
  { words: 'clear counters [<name...>]', run(shell, { name }) { shell.control.clearCounters(name === undefined ? undefined : [portOf(shell, name)]); return undefined } },
]

const interfaces: readonly Command[] = [
  {
    words: 'interface vlan <id>',
    run(shell, { id }) {
      if (!shell.control.vlans.some(known => known.id === oneVlan(id!))) throw new Refused(refusals['no such VLAN'])
      shell.vlan = oneVlan(id!)
      shell.mode = 'vlan'
      return undefined
    },
  },
  { words: 'interface <name...>', run(shell, { name }) { shell.ports = [portOf(shell, name!)]; shell.mode = 'interface'; return undefined } },
]
const vlanDatabase = goes('vlan database', 'vlans')
const config: readonly Command[] = [
  ...interfaces, vlanDatabase,
  { words: 'hostname <name>', run(shell, { name }) { shell.control.facts.sysName = name!; return undefined } },
  { words: 'vlan <ids>', run(shell, { ids }) { makes(shell, ids!); return undefined } },
  { words: 'no vlan <ids>', run(shell, { ids }) { removes(shell, ids!); return undefined } },
  goes('exit', 'privileged'), goes('end', 'privileged'),
]
function makes({ control }: Shell, list: string): void {
  const ids = vlanIds(list)
  if (ids.length === 0) wrongValue()
  for (const id of ids) must(control.vlans.some(known => known.id === id) ? null : control.createVlan(id), refusals, badValue)
}
function removes({ control }: Shell, list: string): void {
  const ids = vlanIds(list)
  if (ids.length === 0) wrongValue()
  for (const id of ids) must(control.deleteVlan(id), refusals, badValue)
}
const below = [...interfaces, vlanDatabase, goes('exit', 'config'), goes('end', 'privileged')]
const vlans: readonly Command[] = [
  { words: 'vlan <ids> [name <text>]', run(shell, { ids, text }) { makes(shell, ids!); if (text !== undefined) shell.control.renameVlan(oneVlan(ids!), text); return undefined } },
  { words: 'no vlan <ids>', run(shell, { ids }) { removes(shell, ids!); return undefined } },
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
    if (/\s/.test(text!) && unquoted(text!) === text) throw new Refused('% Wrong number of parameters or invalid range, size or characters entered')
    if (unquoted(text!).length > 64) throw new Refused(badValue)
    port.alias = unquoted(text!)
  }),
  onPorts('no description', port => { port.alias = '' }),
  onPorts('shutdown', (port, { control }) => control.setAdmin(port, false)),
  onPorts('no shutdown', (port, { control }) => control.setAdmin(port, true)),
  onPorts('negotiation', port => { port.forcedMbps = null }),
  onPorts('no negotiation', port => { port.forcedMbps ??= port.speedMbps }),
  onPorts('speed {value:10|100|1000|10000}', (port, _, { value }) => {
    if (Number(value) > port.speedMbps) throw new Refused(badValue)
    port.forcedMbps = Number(value)
  }),
  onPorts('no speed', port => { port.forcedMbps = null }),
  onPorts('duplex {value:full|half}', () => undefined),
  onPorts('switchport mode {mode:access|trunk|general}', (port, { control }, { mode }) => {
    for (const id of mode === 'access' ? port.tagged : []) control.leave(port, id)
    control.setMode(port, mode === 'general' ? 'hybrid' : mode as 'access' | 'trunk')
  }),
  onPorts('switchport access vlan <id>', (port, shell, { id }) => inMode(port, 'access', () => access(port, shell, oneVlan(id!)))),
  onPorts('no switchport access vlan', (port, shell) => inMode(port, 'access', () => access(port, shell, 1))),
  onPorts('switchport trunk native vlan <id>', (port, shell, { id }) => inMode(port, 'trunk', () => access(port, shell, oneVlan(id!)))),
  onPorts('switchport trunk allowed vlan add <ids>', (port, { control }, { ids }) => inMode(port, 'trunk', () => { for (const id of vlanIds(ids!)) if (!port.untagged.includes(id)) control.join(port, id, 'tagged') })),
  onPorts('switchport trunk allowed vlan remove <ids>', (port, { control }, { ids }) => inMode(port, 'trunk', () => { for (const id of vlanIds(ids!)) control.leave(port, id) })),
  onPorts('switchport general allowed vlan add <ids> {how:tagged|untagged}', (port, { control }, { ids, how }) => inMode(port, 'hybrid', () => { for (const id of vlanIds(ids!)) control.join(port, id, how as 'tagged') })),
  onPorts('switchport general allowed vlan remove <ids>', (port, { control }, { ids }) => inMode(port, 'hybrid', () => { for (const id of vlanIds(ids!)) control.leave(port, id) })),
  onPorts('switchport general pvid <id>', (port, _, { id }) => { port.pvid = oneVlan(id!) }),
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
  { words: 'name <text>', run(shell, { text }) { must(shell.control.renameVlan(shell.vlan, text!), refusals, badValue); return undefined } },
  { words: 'no name', run(shell) { must(shell.control.renameVlan(shell.vlan, ''), refusals, badValue); return undefined } },
  ...below,
]

const name = ({ control }: Shell) => control.facts.sysName || 'console'

/** Eltex MES, as other switches of RADLAN's agent. */
export const eltex: Dialect = {
  login: {
    banner: () => '\n\n', user: 'User Name:', password: 'Password:', stars: true, failed: '\nauthentication failed\n\n', tries: 3, busy: '\nMaximum number of sessions has been reached\n',
    mustChange: { words: '\nThe password has expired. You must change your password\n', question: 'Enter new password:', again: 'Confirm new password:' },
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
  pager: { text: 'More: <space>,  Quit: q or CTRL+Z, One line: <return> ', rows: 24, quit: 'q\u001a\u0003', erase: `\r${' '.repeat(54)}\r` },
  wrong: found => found.kind === 'incomplete' ? '% Incomplete command\n' : found.kind === 'ambiguous' ? '% Ambiguous command\n' : '% Unrecognized command\n',
  help: next => next.map(word => `  ${word}\n`).join(''),
  escape: shell => { if (shell.mode !== 'user') shell.mode = 'privileged' },
}
