import type { Port } from '../../living/port.ts'
import { linkSpeed } from '../../living/port.ts'
import { type Command, type Dialect, Refused, type Shell } from '../dialect.ts'
import {
  cell,
  enabled,
  fdbOf,
  goes,
  macText,
  must,
  number,
  ranges,
  unquoted,
  up,
  uptimeText,
  vlanIds,
} from './common.ts'

/**
 * Facts on the command line of DES and DGS switches: "Command Line Interface Reference", DES-3200 series, and
 * sessions of the public.
 */
const done = '\nSuccess.\n'
const failed = '\nFail!\n'
const refusals = {
  'no such VLAN': '\nInvalid VLAN ID.\n',
  'VLAN exists': '\nVLAN already exists.\nFail!\n',
  'default VLAN': '\nThe default VLAN cannot be deleted.\nFail!\n',
  'untagged elsewhere': '\nThe port is an untagged member of another VLAN.\nFail!\n',
  'VLAN id out of range': '\nInvalid VLAN ID.\n',
}

/** `1-3,7` or `all`. */
function portsOf(shell: Shell, text: string): Port[] {
  if (text.toLowerCase() === 'all') return [...shell.control.ports]
  const ids = vlanIds(text)
  const found = ids.flatMap(id => shell.control.ports.find(port => port.ifIndex === id) ?? [])
  if (ids.length === 0 || found.length !== ids.length) throw new Refused('\nPort number error.\nFail!\n')
  return found
}
const idOf = (text: string): number => {
  const [id, ...more] = vlanIds(text)
  if (id === undefined || more.length > 0) throw new Refused('\nInvalid VLAN ID.\n')
  return id
}
/** A VLAN by name or, behind `vlanid`, by its id. */
const vlanOf = (shell: Shell, args: Readonly<Record<string, string>>): number => {
  if (args['id'] !== undefined) return idOf(args['id'])
  const vlan = shell.control.vlans.find(one => one.name === args['name'])
  if (!vlan) throw new Refused('\nVLAN name does not exist.\nFail!\n')
  return vlan.id
}
const speeds: Readonly<Record<string, number | null>> = {
  auto: null,
  '10_half': 10,
  '10_full': 10,
  '100_half': 100,
  '100_full': 100,
  '1000_full': 1000,
}
const stateOf = (port: Port) => (enabled(port) ? 'Enabled' : 'Disabled')
const setOf = (port: Port) =>
  port.forcedMbps === null ? 'Auto' : `${port.forcedMbps >= 1000 ? '1000M' : `${port.forcedMbps}M`}/Full`

function showPorts(shell: Shell, ports: readonly Port[], description: boolean): string {
  const rows = ports.flatMap(port => {
    const speed = linkSpeed(port, shell.control.now())
    const link = up(shell, port) ? `${speed >= 1000 ? '1000M' : `${speed}M`}/Full/None` : 'LinkDown'
    const row = ` ${cell(port.ifIndex, 7)} ${cell(stateOf(port), 9)} ${cell(`${setOf(port)}/Disabled`, 21)} ${cell(link, 21)} Enabled`
    return description ? [row, `         Desc: ${port.alias}`] : [row]
  })
  return [
    '',
    ' Port    State/    Settings              Connection            Address',
    '         MDI       Speed/Duplex/FlowCtrl Speed/Duplex/FlowCtrl Learning',
    ' ------- --------- --------------------- --------------------- --------',
    ...rows,
  ].join('\n')
}

function showFdb(shell: Shell, keep: (row: ReturnType<typeof fdbOf>[number]) => boolean): string {
  const names = new Map(shell.control.vlans.map(({ id, name }) => [id, name]))
  const rows = fdbOf(shell.device)
    .filter(keep)
    .map(
      ({ mac, vlan, port }) =>
        ` ${cell(vlan, 4)} ${cell(names.get(vlan) ?? '', 32)} ${macText(mac, '-', 2).toUpperCase()} ${cell(port.ifIndex, 5)} Dynamic     Forward`,
    )
  return [
    '',
    ' Unicast MAC Address Aging Time  = 300',
    '',
    ' VID  VLAN Name                        MAC Address       Port  Type        Status',
    ' ---- -------------------------------- ----------------- ----- ----------- -------',
    ...rows,
    '',
    ` Total Entries: ${rows.length}`,
    '',
  ].join('\n')
}

function showVlans(shell: Shell, only?: number): string {
  const numbersOf = (keep: (port: Port) => boolean) =>
    ranges(shell.control.ports.filter(keep).map(port => port.ifIndex))
  const all = shell.control.vlans.filter(({ id }) => only === undefined || id === only)
  if (all.length === 0) throw new Refused(refusals['no such VLAN'])
  const blocks = all.map(({ id, name }) =>
    [
      ` VID             : ${cell(id, 15)}VLAN Name       : ${name}`,
      ` VLAN Type       : ${cell('Static', 15)}Advertisement   : ${id === 1 ? 'Enabled' : 'Disabled'}`,
      ` Member Ports    : ${numbersOf(port => port.tagged.includes(id) || port.untagged.includes(id))}`,
      ` Static Ports    : ${numbersOf(port => port.tagged.includes(id) || port.untagged.includes(id))}`,
      ` Current Tagged Ports   : ${numbersOf(port => port.tagged.includes(id))}`,
      ` Current Untagged Ports : ${numbersOf(port => port.untagged.includes(id))}`,
      ' Static Tagged Ports    : ' + numbersOf(port => port.tagged.includes(id)),
      ` Static Untagged Ports  : ${numbersOf(port => port.untagged.includes(id))}`,
      ' Forbidden Ports        :',
      '',
    ].join('\n'),
  )
  return `\n${blocks.join('\n')}\n Total Static VLAN Entries: ${all.length}\n`
}

function configuration({ control, device: { model } }: Shell): string {
  const vlans = control.vlans.flatMap(({ id, name }) => {
    const [tagged, bare] = [
      control.ports.filter(port => port.tagged.includes(id)),
      control.ports.filter(port => port.untagged.includes(id)),
    ].map(ports => ranges(ports.map(port => port.ifIndex)))
    return [
      ...(id === 1 ? [] : [`create vlan ${name} tag ${id}`]),
      ...(tagged ? [`config vlan vlanid ${id} add tagged ${tagged}`] : []),
      ...(bare ? [`config vlan vlanid ${id} add untagged ${bare}`] : []),
    ]
  })
  const ports = control.ports.map(
    port =>
      `config ports ${port.ifIndex} speed ${port.forcedMbps === null ? 'auto' : `${port.forcedMbps}_full`} state ${enabled(port) ? 'enable' : 'disable'}${port.alias ? ` description "${port.alias}"` : ''}`,
  )
  return [
    '#' + '-'.repeat(78),
    `#                       ${model.sysDescr}`,
    '#                                Configuration',
    '#',
    `#                           Firmware: Build ${model.firmware}`,
    '#' + '-'.repeat(78),
    '',
    '# BASIC',
    '',
    `config snmp system_name ${control.facts.sysName}`,
    `config snmp system_location ${control.facts.location}`,
    '',
    '# VLAN',
    '',
    'config vlan default delete 1-' + String(control.ports.length),
    ...vlans,
    '',
    '# PORT',
    '',
    ...ports,
    '',
  ].join('\n')
}

const configPorts = (
  words: string,
  act: (port: Port, shell: Shell, args: Readonly<Record<string, string>>) => void,
): Command => ({
  words: `config ports <ports> ${words}`,
  run(shell, args) {
    for (const port of portsOf(shell, args['ports']!)) act(port, shell, args)
    return done
  },
})
const member = (which: string): Command => ({
  words: `config vlan ${which} add {how:tagged|untagged} <ports>`,
  run(shell, args) {
    const id = vlanOf(shell, args)
    if (!shell.control.vlans.some(vlan => vlan.id === id)) throw new Refused(refusals['no such VLAN'])
    for (const port of portsOf(shell, args['ports']!))
      must(shell.control.join(port, id, args['how'] as 'tagged'), refusals, failed)
    return done
  },
})
const notMember = (which: string): Command => ({
  words: `config vlan ${which} delete <ports>`,
  run(shell, args) {
    const id = vlanOf(shell, args)
    for (const port of portsOf(shell, args['ports']!)) shell.control.leave(port, id)
    return done
  },
})
const restarts = (shell: Shell): string => {
  shell.write('\nPlease wait, the switch is rebooting...\n')
  shell.control.reboot()
  shell.leave()
  return ''
}

const commands: readonly Command[] = [
  {
    words: 'show ports <ports> description',
    stays: true,
    run: (shell, { ports }) => showPorts(shell, portsOf(shell, ports!), true),
  },
  { words: 'show ports description', stays: true, run: shell => showPorts(shell, shell.control.ports, true) },
  {
    words: 'show ports [<ports>]',
    stays: true,
    run: (shell, { ports }) =>
      showPorts(shell, ports === undefined ? shell.control.ports : portsOf(shell, ports), false),
  },
  {
    words: 'show fdb port <port>',
    run(shell, { port }) {
      const ports = portsOf(shell, port!)
      return showFdb(shell, row => ports.includes(row.port))
    },
  },
  { words: 'show fdb vlanid <id>', run: (shell, { id }) => showFdb(shell, row => row.vlan === idOf(id!)) },
  {
    words: 'show fdb mac_address <mac>',
    run: (shell, { mac }) =>
      showFdb(shell, row => row.mac.toString('hex') === mac!.toLowerCase().replace(/[^0-9a-f]/g, '')),
  },
  { words: 'show fdb', run: shell => showFdb(shell, () => true) },
  { words: 'show vlan vlanid <id>', run: (shell, { id }) => showVlans(shell, idOf(id!)) },
  { words: 'show vlan', run: shell => showVlans(shell) },
  {
    words: 'show switch',
    run(shell) {
      const {
        device: { model },
        control: { facts },
      } = shell
      return [
        '',
        `Device Type                : ${model.sysDescr}`,
        `MAC Address                : ${macText(facts.mac, '-', 2).toUpperCase()}`,
        `IP Address                 : ${facts.ip} (Manual)`,
        'VLAN Name                  : default',
        'Subnet Mask                : 255.255.255.0',
        `Firmware Version           : Build ${model.firmware}`,
        `Hardware Version           : ${model.hardware}`,
        `System Name                : ${facts.sysName}`,
        `System Location            : ${facts.location}`,
        `System Uptime              : ${uptimeText(shell)}`,
        `System Contact             : ${facts.contact}`,
        'CLI Paging                 : ' + (shell.paging ? 'Enabled' : 'Disabled'),
        '',
      ].join('\n')
    },
  },
  { words: 'show config {which:current_config|config_in_nvram}', run: configuration },
  configPorts('description <text...>', (port, _, { text }) => {
    if (unquoted(text!).length > 32)
      throw new Refused('\nThe length of the description is 32 characters at most.\nFail!\n')
    port.alias = unquoted(text!)
  }),
  configPorts('clear_description', port => {
    port.alias = ''
  }),
  configPorts('state {state:enable|disable}', (port, { control }, { state }) =>
    control.setAdmin(port, state === 'enable'),
  ),
  configPorts(`speed {speed:${Object.keys(speeds).join('|')}}`, (port, _, { speed }) => {
    if ((speeds[speed!] ?? 0) > port.speedMbps) throw new Refused(failed)
    port.forcedMbps = speeds[speed!]!
  }),
  {
    words: 'create vlan vlanid <id>',
    run(shell, { id }) {
      must(shell.control.createVlan(idOf(id!)), refusals, failed)
      return done
    },
  },
  {
    words: 'create vlan <name> tag <id>',
    run(shell, { name, id }) {
      if (name!.length > 32 || shell.control.vlans.some(vlan => vlan.name === name))
        throw new Refused(refusals['VLAN exists'])
      must(shell.control.createVlan(idOf(id!), name), refusals, failed)
      return done
    },
  },
  {
    words: 'delete vlan vlanid <id>',
    run(shell, { id }) {
      must(shell.control.deleteVlan(idOf(id!)), refusals, failed)
      return done
    },
  },
  {
    words: 'delete vlan <name>',
    run(shell, args) {
      must(shell.control.deleteVlan(vlanOf(shell, args)), refusals, failed)
      return done
    },
  },
  member('vlanid <id>'),
  notMember('vlanid <id>'),
  member('<name>'),
  notMember('<name>'),
  {
    words: 'config vlan vlanid <id> name <text>',
    run(shell, { id, text }) {
      must(shell.control.renameVlan(idOf(id!), text!), refusals, failed)
      return done
    },
  },
  {
    words: 'clear counters ports <ports>',
    run(shell, { ports }) {
      shell.control.clearCounters(portsOf(shell, ports!))
      return done
    },
  },
  {
    words: 'clear counters',
    run(shell) {
      shell.control.clearCounters()
      return done
    },
  },
  {
    words: 'save [{what:config|log|all}]',
    run(shell) {
      shell.control.save()
      return '\nSaving all configurations to NV-RAM.......... Done.\n'
    },
  },
  { words: 'reboot force_agree', run: restarts },
  {
    words: 'reboot',
    async run(shell) {
      const answer = await shell.ask('\nAre you sure you want to proceed with the system reboot?(y/n) ', {
        key: true,
      })
      return answer.toLowerCase() === 'y' ? restarts(shell) : '\n'
    },
  },
  {
    words: 'disable clipaging',
    run(shell) {
      shell.paging = false
      return done
    },
  },
  {
    words: 'enable clipaging',
    run(shell) {
      shell.paging = true
      return done
    },
  },
  {
    words: 'cable_diag ports <ports>',
    run: (shell, { ports }) =>
      [
        '',
        ' Perform Cable Diagnostics ...',
        '',
        ' Port   Type      Link Status    Test Result                 Cable Length (M)',
        ' ----  --------  -------------  -------------------------   -----------------',
        ...portsOf(shell, ports!).map(
          port =>
            ` ${number(port.ifIndex, 3)}   ${cell(port.fiber ? 'Fiber' : port.speedMbps >= 1000 ? 'GE' : 'FE', 9)} ${cell(up(shell, port) ? 'Link Up' : 'Link Down', 14)} ${cell(port.fiber ? 'Not Support' : up(shell, port) ? 'OK' : 'No Cable', 28)}${port.fiber || !up(shell, port) ? '-' : 12 + (port.ifIndex % 60)}`,
        ),
        '',
      ].join('\n'),
  },
  goes('logout', shell => shell.leave()),
]

/** Keys stand in reverse video. */
const keys = (...names: string[]): string => names.map(name => `\u001b[7m${name}\u001b[0m`).join(' ')

/** D-Link DES and DGS: one mode, every command repeated before its answer, a pager whose screens stay. */
export const dlink: Dialect = {
  login: {
    banner: ({ model }) =>
      `\n                    ${model.sysDescr}\n                            Command Line Interface\n\n                         Firmware: Build ${model.firmware}\n\n`,
    user: 'UserName:',
    password: 'PassWord:',
    stars: true,
    failed: '\nIncorrect Login/Password!\n\n',
    tries: 3,
    busy: '\nThe maximum number of sessions is reached, try again later.\n',
    mustChange: {
      words: '\nThe password has expired.\n',
      question: 'Enter a case-sensitive new password:',
      again: 'Enter the new password again for confirmation:',
    },
    welcome: () => '\n',
  },
  start: { full: 'admin', plain: 'admin' },
  modes: { admin: { prompt: ({ device }) => `${device.model.name}:admin#`, commands } },
  pager: {
    text: `${keys('CTRL+C', 'ESC', 'q')} Quit ${keys('SPACE', 'n')} Next Page ${keys('ENTER')} Next Entry ${keys('a')} All`,
    staying: `${keys('CTRL+C', 'ESC', 'q')} Quit ${keys('SPACE', 'n')} Next Page ${keys('p')} Previous Page ${keys('r')} Refresh`,
    rows: 22,
    quit: 'q\u0003\u001b',
    all: 'a',
    erase: '\r\u001b[K',
  },
  repeats: line => `Command: ${line.trim().replace(/\s+/g, ' ')}\n`,
  trailer: '\n',
  wrong: found =>
    found.kind === 'ambiguous'
      ? '\nAmbiguous token\n\n'
      : found.kind === 'unknown' && found.first
        ? `\nAvailable commands:\n${found.next.join('   ')}\n\n`
        : `\nNext possible completions:\n${found.next.join('   ')}\n\n`,
  help: next => `\n${next.join('   ')}\n\n`,
}
