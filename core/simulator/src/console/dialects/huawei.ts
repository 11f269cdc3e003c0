import { type Port, type Zero, linkSpeed, zeroAt } from '../../living/port.ts'
import { type Command, type Dialect, Refused, type Shell } from '../dialect.ts'
import { caret, cell, counters, enabled, fdbOf, goes, leaves, macText, must, number, onPorts, portNamed, up, uptimeText, vlanIds } from './common.ts'

/** Facts: Huawei S2300, S3300, S5300 "Command Reference", V200R005. */
const refusals = { 'no such VLAN': 'Error: The VLAN does not exist.', 'default VLAN': 'Error: The default VLAN cannot be deleted.', 'VLAN id out of range': "Error: Wrong parameter found at '^' position.", 'VLAN exists': '', 'untagged elsewhere': 'Error: The port is in another VLAN.' }
const wrongParameter = (): never => { throw new Refused("Error: Wrong parameter found at '^' position.") }
/** `reset counters interface` clears what the command line shows, `reset counters if-mib interface` what SNMP reads. */
const shownSince = new WeakMap<Port, Zero>()

const portOf = (shell: Shell, text: string): Port => portNamed(shell, text) ?? wrongParameter()
const portsOf = (shell: Shell, text: string | undefined): readonly Port[] => text === undefined ? shell.control.ports : [portOf(shell, text)]
/** `10 to 12 20` as in `port trunk allow-pass vlan`. */
function vlansOf(text: string): number[] {
  const ids = vlanIds(text.trim().replace(/\s+to\s+/gi, '-').replace(/\s+/g, ','))
  return ids.length > 0 ? ids : wrongParameter()
}
const oneVlan = (text: string): number => vlansOf(text)[0]!
const short = (port: Port): string => port.ifName.replace(/^X?GigabitEthernet/, found => found.startsWith('X') ? 'XGE' : 'GE').replace(/^Ethernet/, 'Eth')
const physical = (shell: Shell, port: Port) => up(shell, port) ? 'up' : enabled(port) ? 'down' : '*down'

function brief(shell: Shell): string {
  return ['PHY: Physical', '*down: administratively down', '(l): loopback', '(s): spoofing', 'InUti/OutUti: input utility/output utility',
    'Interface                   PHY   Protocol InUti OutUti   inErrors  outErrors',
    ...shell.control.ports.map(port => `${cell(port.ifName, 27)} ${cell(physical(shell, port), 5)} ${cell(up(shell, port) ? 'up' : 'down', 8)} ${number('0.01%', 5)} ${number('0.01%', 6)} ${number(0, 10)} ${number(0, 10)}`)].join('\n')
}
function detail(shell: Shell, port: Port): string {
  const { in: received, out } = counters(shell, port, shownSince.get(port))
  return [
    `${port.ifName} current state : ${up(shell, port) ? 'UP' : enabled(port) ? 'DOWN' : 'Administratively DOWN'}`, `Line protocol current state : ${up(shell, port) ? 'UP' : 'DOWN'}`, `Description:${port.alias}`, `Switch Port, PVID : ${number(port.pvid, 4)}, TPID : 8100(Hex), The Maximum Frame Length is 9216`,
    `IP Sending Frames' Format is PKTFMT_ETHNT_2, Hardware address is ${macText(port.mac, '-', 4)}`, `Speed : ${number(linkSpeed(port, shell.control.now()) || port.speedMbps, 4)},  Loopback: NONE`, 'Duplex: FULL,  Negotiation: ' + (port.forcedMbps === null ? 'ENABLE' : 'DISABLE'),
    `Input:  ${Math.floor(received / 780)} packets, ${received} bytes`, `Output:  ${Math.floor(out / 780)} packets, ${out} bytes`, '',
  ].join('\n')
}
function showVlans(shell: Shell): string {
  const { control } = shell
  return [`The total number of vlans is : ${control.vlans.length}`, '-'.repeat(80), 'U: Up;         D: Down;         TG: Tagged;         UT: Untagged;', '-'.repeat(80), '', 'VID  Type    Ports', '-'.repeat(80),
    ...control.vlans.flatMap(({ id }) => {
      const named = [...control.ports.filter(port => port.untagged.includes(id)).map(port => ['UT', port] as const), ...control.ports.filter(port => port.tagged.includes(id)).map(port => ['TG', port] as const)]
      const rows = Array.from({ length: Math.max(1, Math.ceil(named.length / 4)) }, (_, at) => named.slice(at * 4, at * 4 + 4))
      return rows.map((row, at) => `${cell(at ? '' : id, 4)} ${cell(at ? '' : 'common', 7)} ${row.map(([how, port], n) => cell(`${n === 0 ? `${how}:` : ''}${short(port)}(${up(shell, port) ? 'U' : 'D'})`, 16)).join('')}`)
    }), '', 'VID  Status  Property      MAC-LRN Statistics Description', '-'.repeat(80), ...control.vlans.map(({ id, name }) => `${cell(id, 4)} ${cell('enable', 7)} ${cell('default', 13)} ${cell('enable', 7)} ${cell('disable', 10)} ${name}`)].join('\n')
}
function configuration({ control, device: { model } }: Shell): string {
  const ports = control.ports.map(ofPort)
  return [`!Software Version ${model.firmware}`, '#', `sysname ${control.facts.sysName}`, '#', ...control.vlans.length > 1 ? [`vlan batch ${control.vlans.filter(({ id }) => id !== 1).map(({ id }) => id).join(' ')}`, '#'] : [], ...ports, 'return'].join('\n')
}
/** Membership as each mode writes it. */
const linesOf = ({ mode, pvid, tagged, untagged }: Port): string[] => mode === 'access' ? [' port link-type access', ...pvid === 1 ? [] : [` port default vlan ${pvid}`]]
  : mode === 'trunk' ? [' port link-type trunk', ...pvid === 1 ? [] : [` port trunk pvid vlan ${pvid}`], ...tagged.length ? [` port trunk allow-pass vlan ${tagged.join(' ')}`] : []]
    : [' port link-type hybrid', ...pvid === 1 ? [] : [` port hybrid pvid vlan ${pvid}`], ...tagged.length ? [` port hybrid tagged vlan ${tagged.join(' ')}`] : [], ...untagged.length ? [` port hybrid untagged vlan ${untagged.join(' ')}`] : []]
const ofPort = (port: Port): string => [
  `interface ${port.ifName}`, ...port.alias ? [` description ${port.alias}`] : [], ...enabled(port) ? [] : [' shutdown'], ...port.forcedMbps === null ? [] : [' undo negotiation auto', ` speed ${port.forcedMbps}`],
  ...linesOf(port), '#',
].join('\n')

const displays: readonly Command[] = [
  { words: 'display interface brief', run: brief },
  { words: 'display interface description', run: shell => ['PHY: Physical', '*down: administratively down', 'Interface                     PHY     Protocol Description', ...shell.control.ports.map(port => `${cell(short(port), 29)} ${cell(physical(shell, port), 7)} ${cell(up(shell, port) ? 'up' : 'down', 8)} ${port.alias}`)].join('\n') },
  { words: 'display interface [<name...>]', run: (shell, { name }) => portsOf(shell, name).map(port => detail(shell, port)).join('\n') },
  {
    words: 'display mac-address [<name...>]',
    run(shell, { name }) {
      const ports = portsOf(shell, name)
      const rows = fdbOf(shell.device).filter(({ port }) => ports.includes(port))
      const rule = '-'.repeat(79)
      return [rule, 'MAC Address    VLAN/VSI                          Learned-From        Type      ', rule, ...rows.map(({ mac, vlan, port }) => `${macText(mac, '-', 4)} ${cell(`${vlan}/-`, 33)} ${cell(short(port), 19)} dynamic   `), '', rule, `Total items displayed = ${rows.length} `].join('\n')
    },
  },
  { words: 'display vlan', run: showVlans },
  { words: 'display version', run: shell => ['Huawei Versatile Routing Platform Software', `VRP (R) software, Version 5.150 (${shell.device.model.firmware})`, `HUAWEI ${shell.device.model.name} Routing Switch uptime is ${uptimeText(shell)}`].join('\n') },
  { words: 'display current-configuration', run: configuration },
  { words: 'display saved-configuration', run: configuration },
]

const reboots = (shell: Shell): string => {
  shell.control.reboot()
  shell.leave()
  return 'Info: system is rebooting, please wait...\n'
}
const resets = (words: string, act: (shell: Shell, ports: readonly Port[]) => void): Command => ({ words, run(shell, { name }) { act(shell, portsOf(shell, name)); return undefined } })

const user: readonly Command[] = [
  ...displays,
  { words: 'system-view', run(shell) { shell.mode = 'system'; return 'Enter system view, return user view with Ctrl+Z.' } },
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
      const answer = await shell.ask('The current configuration will be written to the device.\nAre you sure to continue?[Y/N]')
      if (!/^y/i.test(answer)) return undefined
      shell.control.save()
      return 'Now saving the current configuration to the slot 0..\nSave the configuration successfully.'
    },
  },
  {
    words: 'reboot',
    async run(shell) {
      shell.write('Info: The system is now comparing the configuration, please wait.\n')
      if (shell.control.unsaved && /^y/i.test(await shell.ask('Warning: All the configuration will be saved to the configuration file for the next startup. Continue?[Y/N]:'))) shell.control.save()
      return /^y/i.test(await shell.ask('System will reboot! Continue?[Y/N]:')) ? reboots(shell) : undefined
    },
  },
  resets('reset counters if-mib interface [<name...>]', ({ control }, ports) => control.clearCounters(ports)),
  resets('reset counters interface [<name...>]', ({ control }, ports) => { for (const port of ports) shownSince.set(port, zeroAt(port, control.now())) }),
  leaves('quit'),
]

const interfaces: Command = { words: 'interface <name...>', run(shell, { name }) { shell.ports = [portOf(shell, name!)]; shell.mode = 'interface'; return undefined } }
const vlan: Command = {
  words: 'vlan <id>',
  run(shell, { id }) {
    const one = oneVlan(id!)
    if (!shell.control.vlans.some(known => known.id === one)) must(shell.control.createVlan(one), refusals, '')
    shell.vlan = one
    shell.mode = 'vlan'
    return undefined
  },
}
const leave = [goes('return', 'user')]
const system: readonly Command[] = [
  ...displays, interfaces,
  { words: 'vlan batch <ids...>', run(shell, { ids }) { for (const id of vlansOf(ids!)) shell.control.createVlan(id); return 'Info: This operation may take a few seconds. Please wait for a moment...done.' } },
  vlan,
  { words: 'undo vlan batch <ids...>', run(shell, { ids }) { for (const id of vlansOf(ids!)) shell.control.deleteVlan(id); return 'Info: This operation may take a few seconds. Please wait for a moment...done.' } },
  { words: 'undo vlan <id>', run(shell, { id }) { must(shell.control.deleteVlan(oneVlan(id!)), refusals, ''); return undefined } },
  { words: 'sysname <name>', run(shell, { name }) { shell.control.facts.sysName = name!; return undefined } },
  goes('quit', 'user'), ...leave,
]

const bare = (port: Port, { control }: Shell, id: number): void => {
  for (const one of port.untagged) control.leave(port, one)
  control.join(port, id, 'untagged')
  port.pvid = id
}
const onInterface: readonly Command[] = [
  ...displays,
  { words: 'display this', run: ({ ports }) => ['#', ...ports.map(ofPort), 'return'].join('\n') },
  onPorts('description <text...>', (port, _, { text }) => { port.alias = text!.slice(0, 242) }),
  onPorts('undo description', port => { port.alias = '' }),
  onPorts('shutdown', (port, { control }) => control.setAdmin(port, false)),
  onPorts('undo shutdown', (port, { control }) => control.setAdmin(port, true)),
  onPorts('negotiation auto', port => { port.forcedMbps = null }),
  onPorts('undo negotiation auto', port => { port.forcedMbps ??= port.speedMbps }),
  onPorts('speed {value:10|100|1000}', (port, _, { value }) => {
    if (port.forcedMbps === null) throw new Refused('Error: Please disable auto-negotiation first.')
    if (Number(value) > port.speedMbps) wrongParameter()
    port.forcedMbps = Number(value)
  }),
  onPorts('duplex {how:full|half}', port => { if (port.forcedMbps === null) throw new Refused('Error: Please disable auto-negotiation first.') }),
  onPorts('duplex {value:auto|full|half}', port => { if (port.forcedMbps === null) throw new Refused('Error: Please disable auto-negotiation first.') }),
  onPorts('undo duplex', () => undefined),
  onPorts('undo speed', port => { port.forcedMbps = null }),
  onPorts('port link-type {type:access|trunk|hybrid}', (port, { control }, { type }) => {
    if (port.mode === type) return
    for (const id of port.tagged) control.leave(port, id)
    control.setMode(port, type as Port['mode'])
  }),
  onPorts('port default vlan <id>', (port, shell, { id }) => {
    if (port.mode !== 'access') throw new Refused("Error: Please renew the port's link type first.")
    if (!shell.control.vlans.some(known => known.id === oneVlan(id!))) throw new Refused(refusals['no such VLAN'])
    bare(port, shell, oneVlan(id!))
  }),
  onPorts('undo port default vlan', (port, shell) => bare(port, shell, 1)),
  onPorts('port trunk pvid vlan <id>', (port, shell, { id }) => bare(port, shell, oneVlan(id!))),
  onPorts('port trunk allow-pass vlan <ids...>', (port, { control }, { ids }) => {
    if (port.mode !== 'trunk') throw new Refused("Error: Please renew the port's link type first.")
    for (const id of vlansOf(ids!)) if (!port.untagged.includes(id)) control.join(port, id, 'tagged')
  }),
  onPorts('undo port trunk allow-pass vlan <ids...>', (port, { control }, { ids }) => { for (const id of vlansOf(ids!)) control.leave(port, id) }),
  onPorts('port hybrid {how:tagged|untagged} vlan <ids...>', (port, { control }, { how, ids }) => {
    if (port.mode !== 'hybrid') throw new Refused("Error: Please renew the port's link type first.")
    for (const id of vlansOf(ids!)) control.join(port, id, how as 'tagged')
  }),
  onPorts('port hybrid pvid vlan <id>', (port, _, { id }) => { port.pvid = oneVlan(id!) }),
  onPorts('undo port hybrid vlan <ids...>', (port, { control }, { ids }) => { for (const id of vlansOf(ids!)) control.leave(port, id) }),
  interfaces, vlan, goes('quit', 'system'), ...leave,
]
const onVlan: readonly Command[] = [
  ...displays,
  { words: '{word:name|description} <text...>', run(shell, { text }) { must(shell.control.renameVlan(shell.vlan, text!), refusals, ''); return undefined } },
  interfaces, vlan, goes('quit', 'system'), ...leave,
]

const name = ({ control }: Shell) => control.facts.sysName
const faults = { incomplete: 'Incomplete command', ambiguous: 'Ambiguous command', unknown: 'Unrecognized command' } as const

/** Huawei VRP: user view, system view, views of interfaces and VLANs. */
export const huawei: Dialect = {
  login: {
    banner: () => '\nWarning: Telnet is not a secure protocol, and it is recommended to use Stelnet.\n\nLogin authentication\n\n\n', user: 'Username:', password: 'Password:', failed: 'Error: Authentication failed.\n', tries: 3,
    busy: 'All user interfaces are used, please try later!\n',
    mustChange: { words: 'Warning: The initial password poses security risks.\nThe password needs to be changed. \n', question: 'Please enter new password: ', again: 'Please confirm new password: ' },
    welcome: ({ control }) => `Info: The max number of VTY users is 5, and the number\n      of current VTY users on line is 1.\n      The current login time is ${new Date(control.now()).toISOString().slice(0, 19).replace('T', ' ')}.\n`,
  },
  start: { full: 'user', plain: 'user' },
  modes: {
    user: { prompt: shell => `<${name(shell)}>`, commands: user },
    system: { prompt: shell => `[${name(shell)}]`, commands: system },
    interface: { prompt: shell => `[${name(shell)}-${shell.ports[0]!.ifName}]`, commands: onInterface },
    vlan: { prompt: shell => `[${name(shell)}-vlan${shell.vlan}]`, commands: onVlan },
  },
  pager: { text: '  ---- More ----', rows: 24, quit: 'q\u0003', erase: '\u001b[16D                \u001b[16D' },
  wrong: (found, column) => `${caret(column)}Error: ${faults[found.kind]} found at '^' position.\n`,
  help: next => next.map(word => `  ${word}\n`).join(''),
  escape(shell) { shell.mode = 'user' },
}
