import { type Port, type Zero, linkSpeed } from '../../living/port.ts'
import { type Command, Refused, type Shell } from '../dialect.ts'
import {
  cell,
  counters,
  enabled,
  fdbOf,
  macText,
  number,
  portNamed,
  up,
  uptimeText,
  vlanIds,
} from './common.ts'

/** Facts: Huawei S2300, S3300, S5300 "Command Reference", V200R005. */
export const refusals = {
  'no such VLAN': 'Error: The VLAN does not exist.',
  'default VLAN': 'Error: The default VLAN cannot be deleted.',
  'VLAN id out of range': "Error: Wrong parameter found at '^' position.",
  'VLAN exists': '',
  'untagged elsewhere': 'Error: The port is in another VLAN.',
}
export const wrongParameter = (): never => {
  throw new Refused("Error: Wrong parameter found at '^' position.")
}
/**
 * `reset counters interface` clears what the command line shows, `reset counters if-mib interface` what SNMP
 * reads.
 */
export const shownSince = new WeakMap<Port, Zero>()

export const portOf = (shell: Shell, text: string): Port => portNamed(shell, text) ?? wrongParameter()
export const portsOf = (shell: Shell, text: string | undefined): readonly Port[] =>
  text === undefined ? shell.control.ports : [portOf(shell, text)]
/** `10 to 12 20` as in `port trunk allow-pass vlan`. */
export function vlansOf(text: string): number[] {
  const ids = vlanIds(
    text
      .trim()
      .replace(/\s+to\s+/gi, '-')
      .replace(/\s+/g, ','),
  )
  return ids.length > 0 ? ids : wrongParameter()
}
export const oneVlan = (text: string): number => vlansOf(text)[0]!
const short = (port: Port): string =>
  port.ifName
    .replace(/^X?GigabitEthernet/, found => (found.startsWith('X') ? 'XGE' : 'GE'))
    .replace(/^Ethernet/, 'Eth')
const physical = (shell: Shell, port: Port) => (up(shell, port) ? 'up' : enabled(port) ? 'down' : '*down')

function brief(shell: Shell): string {
  return [
    'PHY: Physical',
    '*down: administratively down',
    '(l): loopback',
    '(s): spoofing',
    'InUti/OutUti: input utility/output utility',
    'Interface                   PHY   Protocol InUti OutUti   inErrors  outErrors',
    ...shell.control.ports.map(
      port =>
        `${cell(port.ifName, 27)} ${cell(physical(shell, port), 5)} ${cell(up(shell, port) ? 'up' : 'down', 8)} ${number('0.01%', 5)} ${number('0.01%', 6)} ${number(0, 10)} ${number(0, 10)}`,
    ),
  ].join('\n')
}
function detail(shell: Shell, port: Port): string {
  const { in: received, out } = counters(shell, port, shownSince.get(port))
  return [
    `${port.ifName} current state : ${up(shell, port) ? 'UP' : enabled(port) ? 'DOWN' : 'Administratively DOWN'}`,
    `Line protocol current state : ${up(shell, port) ? 'UP' : 'DOWN'}`,
    `Description:${port.alias}`,
    `Switch Port, PVID : ${number(port.pvid, 4)}, TPID : 8100(Hex), The Maximum Frame Length is 9216`,
    `IP Sending Frames' Format is PKTFMT_ETHNT_2, Hardware address is ${macText(port.mac, '-', 4)}`,
    `Speed : ${number(linkSpeed(port, shell.control.now()) || port.speedMbps, 4)},  Loopback: NONE`,
    'Duplex: FULL,  Negotiation: ' + (port.forcedMbps === null ? 'ENABLE' : 'DISABLE'),
    `Input:  ${Math.floor(received / 780)} packets, ${received} bytes`,
    `Output:  ${Math.floor(out / 780)} packets, ${out} bytes`,
    '',
  ].join('\n')
}
function showVlans(shell: Shell): string {
  const { control } = shell
  return [
    `The total number of vlans is : ${control.vlans.length}`,
    '-'.repeat(80),
    'U: Up;         D: Down;         TG: Tagged;         UT: Untagged;',
    '-'.repeat(80),
    '',
    'VID  Type    Ports',
    '-'.repeat(80),
    ...control.vlans.flatMap(({ id }) => {
      const named = [
        ...control.ports.filter(port => port.untagged.includes(id)).map(port => ['UT', port] as const),
        ...control.ports.filter(port => port.tagged.includes(id)).map(port => ['TG', port] as const),
      ]
      const rows = Array.from({ length: Math.max(1, Math.ceil(named.length / 4)) }, (_, at) =>
        named.slice(at * 4, at * 4 + 4),
      )
      return rows.map(
        (row, at) =>
          `${cell(at ? '' : id, 4)} ${cell(at ? '' : 'common', 7)} ${row.map(([how, port], n) => cell(`${n === 0 ? `${how}:` : ''}${short(port)}(${up(shell, port) ? 'U' : 'D'})`, 16)).join('')}`,
      )
    }),
    '',
    'VID  Status  Property      MAC-LRN Statistics Description',
    '-'.repeat(80),
    ...control.vlans.map(
      ({ id, name }) =>
        `${cell(id, 4)} ${cell('enable', 7)} ${cell('default', 13)} ${cell('enable', 7)} ${cell('disable', 10)} ${name}`,
    ),
  ].join('\n')
}
function configuration({ control, device: { model } }: Shell): string {
  const ports = control.ports.map(ofPort)
  return [
    `!Software Version ${model.firmware}`,
    '#',
    `sysname ${control.facts.sysName}`,
    '#',
    ...(control.vlans.length > 1
      ? [
          `vlan batch ${control.vlans
            .filter(({ id }) => id !== 1)
            .map(({ id }) => id)
            .join(' ')}`,
          '#',
        ]
      : []),
    ...ports,
    'return',
  ].join('\n')
}
/** Membership as each mode writes it. */
const linesOf = ({ mode, pvid, tagged, untagged }: Port): string[] =>
  mode === 'access'
    ? [' port link-type access', ...(pvid === 1 ? [] : [` port default vlan ${pvid}`])]
    : mode === 'trunk'
      ? [
          ' port link-type trunk',
          ...(pvid === 1 ? [] : [` port trunk pvid vlan ${pvid}`]),
          ...(tagged.length ? [` port trunk allow-pass vlan ${tagged.join(' ')}`] : []),
        ]
      : [
          ' port link-type hybrid',
          ...(pvid === 1 ? [] : [` port hybrid pvid vlan ${pvid}`]),
          ...(tagged.length ? [` port hybrid tagged vlan ${tagged.join(' ')}`] : []),
          ...(untagged.length ? [` port hybrid untagged vlan ${untagged.join(' ')}`] : []),
        ]
export const ofPort = (port: Port): string =>
  [
    `interface ${port.ifName}`,
    ...(port.alias ? [` description ${port.alias}`] : []),
    ...(enabled(port) ? [] : [' shutdown']),
    ...(port.forcedMbps === null ? [] : [' undo negotiation auto', ` speed ${port.forcedMbps}`]),
    ...linesOf(port),
    '#',
  ].join('\n')

export const displays: readonly Command[] = [
  { words: 'display interface brief', run: brief },
  {
    words: 'display interface description',
    run: shell =>
      [
        'PHY: Physical',
        '*down: administratively down',
        'Interface                     PHY     Protocol Description',
        ...shell.control.ports.map(
          port =>
            `${cell(short(port), 29)} ${cell(physical(shell, port), 7)} ${cell(up(shell, port) ? 'up' : 'down', 8)} ${port.alias}`,
        ),
      ].join('\n'),
  },
  {
    words: 'display interface [<name...>]',
    run: (shell, { name }) =>
      portsOf(shell, name)
        .map(port => detail(shell, port))
        .join('\n'),
  },
  {
    words: 'display mac-address [<name...>]',
    run(shell, { name }) {
      const ports = portsOf(shell, name)
      const rows = fdbOf(shell.device).filter(({ port }) => ports.includes(port))
      const rule = '-'.repeat(79)
      return [
        rule,
        'MAC Address    VLAN/VSI                          Learned-From        Type      ',
        rule,
        ...rows.map(
          ({ mac, vlan, port }) =>
            `${macText(mac, '-', 4)} ${cell(`${vlan}/-`, 33)} ${cell(short(port), 19)} dynamic   `,
        ),
        '',
        rule,
        `Total items displayed = ${rows.length} `,
      ].join('\n')
    },
  },
  { words: 'display vlan', run: showVlans },
  {
    words: 'display version',
    run: shell =>
      [
        'Huawei Versatile Routing Platform Software',
        `VRP (R) software, Version 5.150 (${shell.device.model.firmware})`,
        `HUAWEI ${shell.device.model.name} Routing Switch uptime is ${uptimeText(shell)}`,
      ].join('\n'),
  },
  { words: 'display current-configuration', run: configuration },
  { words: 'display saved-configuration', run: configuration },
]
