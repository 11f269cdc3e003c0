import { type Port, linkSpeed } from '../../living/port.ts'
import { type Command, Refused, type Shell } from '../dialect.ts'
import {
  cell,
  counters,
  enabled,
  fdbOf,
  macText,
  number,
  portNamed,
  ranges,
  up,
  uptimeText,
  vlanIds,
} from './common.ts'

/** Facts: Eltex MES23xx, MES33xx user manual, command line of RADLAN's agent. */
export const badValue = '% bad parameter value'
export const refusals = {
  'no such VLAN': '% VLAN was not created by the user',
  'default VLAN': '% Default VLAN cannot be removed',
  'VLAN id out of range': badValue,
  'VLAN exists': '',
  'untagged elsewhere': badValue,
}
export const wrongValue = (): never => {
  throw new Refused('% Wrong number of parameters or invalid range, size or characters entered')
}

export const portOf = (shell: Shell, text: string): Port => portNamed(shell, text) ?? wrongValue()
export const oneVlan = (text: string): number => vlanIds(text)[0] ?? wrongValue()
const media = (port: Port) => `${port.speedMbps >= 10_000 ? '10G' : '1G'}-${port.fiber ? 'Fiber' : 'Copper'}`
const modeOf = (port: Port) =>
  port.mode === 'trunk'
    ? 'Trunk'
    : port.mode === 'hybrid'
      ? 'General'
      : `Access (${port.untagged[0] ?? port.pvid})`
const none = '--'

const two = (value: number) => String(value).padStart(2, '0')
/** Time since the link came up: days, hours:minutes:seconds. */
function since({ control }: Shell, port: Port): string {
  const seconds = Math.max(0, Math.floor((control.now() - port.link.at(control.now()).sinceMs) / 1000))
  return `${two(Math.floor(seconds / 86_400))},${two(Math.floor(seconds / 3600) % 24)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

function statuses(shell: Shell, ports: readonly Port[]): string {
  return [
    '                                             Flow Link          Uptime        Back   Mdix',
    'Port     Type         Duplex  Speed Neg      ctrl State       (d,h:m:s)    Pressure Mode    Port Mode (VLAN)',
    '-------- ------------ ------  ----- -------- ---- ----------- ------------- -------- ------- ------------------------',
    ...ports.map(port =>
      up(shell, port)
        ? `${cell(port.ifName, 8)} ${cell(media(port), 12)} ${cell('Full', 7)} ${cell(linkSpeed(port, shell.control.now()), 5)} ${cell(port.forcedMbps === null ? 'Enabled' : 'Disabled', 8)} ${cell('Off', 4)} ${cell('Up', 11)} ${cell(since(shell, port), 13)} ${cell('Disabled', 8)} ${cell('Off', 7)} ${modeOf(port)}`
        : `${cell(port.ifName, 8)} ${cell(media(port), 12)} ${cell(`  ${none}`, 7)} ${cell(`  ${none}`, 5)} ${cell(`   ${none}`, 8)} ${cell(` ${none}`, 4)} ${cell(enabled(port) ? 'Down (nc)' : 'Down (adm)', 11)} ${cell(`     ${none}`, 13)} ${cell(`   ${none}`, 8)} ${cell(`  ${none}`, 7)} ${modeOf(port)}`,
    ),
  ].join('\n')
}
/** `gi1/0/1-3,te1/0/2`. */
const named = (ports: readonly Port[]) =>
  [
    ['gi', 48],
    ['te', 104],
  ]
    .map(([kind, from]) =>
      ranges(
        ports.filter(port => port.ifName.startsWith(String(kind))).map(port => port.ifIndex - Number(from)),
      ),
    )
    .map((list, at) => list && `${at ? 'te' : 'gi'}1/0/${list}`)
    .filter(Boolean)
    .join(',')
function showVlans({ control }: Shell): string {
  return [
    'Created by: D-Default, S-Static, G-GVRP, R-Radius Assigned VLAN, V-Voice VLAN',
    '',
    'Vlan       Name           Tagged Ports      UnTagged Ports      Created by   ',
    '---- ----------------- ------------------ ------------------ ----------------',
    ...control.vlans.map(
      ({ id, name }) =>
        `${number(id, 3)}  ${cell(name || '-', 17)} ${cell(named(control.ports.filter(port => port.tagged.includes(id))), 18)} ${cell(named(control.ports.filter(port => port.untagged.includes(id))), 18)} ${id === 1 ? 'D' : 'S'}`,
    ),
  ].join('\n')
}
export function configuration({ control }: Shell): string {
  const ids = control.vlans.filter(({ id }) => id !== 1).map(({ id }) => id)
  const ports = control.ports.map(port =>
    [
      `interface ${port.ifDescr}`,
      ...(port.alias ? [` description ${port.alias.includes(' ') ? `"${port.alias}"` : port.alias}`] : []),
      ...(enabled(port) ? [] : [' shutdown']),
      ...(port.mode === 'trunk'
        ? [
            ' switchport mode trunk',
            ...(port.tagged.length ? [` switchport trunk allowed vlan add ${ranges(port.tagged)}`] : []),
          ]
        : port.pvid === 1
          ? []
          : [` switchport access vlan ${port.pvid}`]),
      '!',
    ].join('\n'),
  )
  return [
    ...(ids.length ? ['vlan database', ` vlan ${ranges(ids)}`, 'exit', '!'] : []),
    `hostname ${control.facts.sysName}`,
    ...control.vlans
      .filter(({ id, name }) => id !== 1 && name)
      .map(({ id, name }) => `interface vlan ${id}\n name ${name}\n!`),
    ...ports,
    'end',
  ].join('\n')
}

export const shows: readonly Command[] = [
  {
    words: 'show interfaces status [<name...>]',
    run: (shell, { name }) =>
      statuses(shell, name === undefined ? shell.control.ports : [portOf(shell, name)]),
  },
  {
    words: 'show interfaces description',
    run: shell =>
      [
        '                                  Admin Link        ',
        'Port     Port Mode (VLAN)         State State       Description',
        '-------- ------------------------ ----- ----------- -----------',
        ...shell.control.ports.map(
          port =>
            `${cell(port.ifName, 8)} ${cell(modeOf(port), 24)} ${cell(enabled(port) ? 'Up' : 'Down', 5)} ${cell(up(shell, port) ? 'Up' : 'Down', 11)} ${port.alias}`,
        ),
      ].join('\n'),
  },
  {
    words: 'show interfaces counters',
    run: shell =>
      [
        '      Port       InUcastPkts   InOctets',
        '---------------- ------------ ------------',
        ...shell.control.ports.map(port => {
          const { in: received } = counters(shell, port)
          return `${number(port.ifName, 16)} ${number(Math.floor(received / 780), 12)} ${number(received, 12)}`
        }),
      ].join('\n'),
  },
  { words: 'show vlan', run: showVlans },
  {
    words: 'show mac address-table [interface <name...>]',
    run(shell, { name }) {
      const only = name === undefined ? undefined : portOf(shell, name)
      const rows = fdbOf(shell.device).filter(({ port }) => !only || port === only)
      return [
        'Flags: I - Internal usage VLAN',
        'Aging time is 300 sec',
        '',
        '    Vlan          Mac Address         Port       Type    ',
        '------------ --------------------- ---------- ---------- ',
        ...rows.map(
          ({ mac, vlan, port }) =>
            `${number(vlan, 8)}       ${macText(mac, ':', 2)}     ${cell(port.ifName, 10)}  dynamic   `,
        ),
        '',
      ].join('\n')
    },
  },
  {
    words: 'show version',
    run: ({ device: { model } }) =>
      `Active-image: flash://system/images/mes.ros\n  Version: ${model.firmware}\n  Commit: 1dc1a4ee`,
  },
  {
    words: 'show system',
    run: shell =>
      [
        `System Description:                       ${shell.control.facts.sysDescr}`,
        `System Up Time (days,hour:min:sec):       ${uptimeText(shell)}`,
        `System Name:                              ${shell.control.facts.sysName}`,
        `System Location:                          ${shell.control.facts.location}`,
        `System MAC Address:                       ${macText(shell.control.facts.mac, ':', 2)}`,
      ].join('\n'),
  },
  {
    words: 'terminal datadump',
    run(shell) {
      shell.paging = false
      return undefined
    },
  },
  {
    words: 'no terminal datadump',
    run(shell) {
      shell.paging = true
      return undefined
    },
  },
]
