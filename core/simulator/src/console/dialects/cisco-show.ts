import { type Port, type Zero, linkSpeed } from '../../living/port.ts'
import { type Command, Refused, type Shell } from '../dialect.ts'
import { cell, counters, enabled, fdbOf, macText, number, portNamed, up, uptimeText } from './common.ts'

/** Facts: Cisco IOS command references of Release 15. */
export const refusals = {
  'no such VLAN': '% VLAN not found.',
  'default VLAN': '%Default VLAN 1 may not be deleted.',
  'VLAN id out of range': 'Command rejected: Bad VLAN list',
  'VLAN exists': '',
  'untagged elsewhere': '',
}
/**
 * IOS counts for `show interfaces` apart from SNMP: clearing it leaves IF-MIB alone (command reference,
 * `clear counters`).
 */
export const shownSince = new WeakMap<Port, Zero>()

const nativeOf = (port: Port) => port.untagged[0] ?? port.pvid
export const portOf = (shell: Shell, text: string): Port => {
  const port = portNamed(shell, text)
  if (!port) throw new Refused("% Invalid input detected at '^' marker.\n")
  return port
}

const status = (shell: Shell, port: Port) =>
  up(shell, port) ? 'connected' : enabled(port) ? 'notconnect' : 'disabled'
const statusRow = (shell: Shell) => (port: Port) => {
  const speed = linkSpeed(port, shell.control.now())
  const [duplex, shown] = up(shell, port)
    ? ['a-full', `a-${speed}`]
    : port.forcedMbps === null
      ? ['auto', 'auto']
      : ['full', port.forcedMbps]
  return `${cell(port.ifName, 9)} ${cell(port.alias.slice(0, 18), 18)} ${cell(status(shell, port), 12)} ${cell(port.mode === 'trunk' ? 'trunk' : nativeOf(port), 10)} ${number(duplex, 6)} ${number(shown, 6)} ${port.fiber ? 'Not Present' : '10/100/1000BaseTX'}`
}
const vlanRows = ({ control }: Shell) =>
  control.vlans.map(({ id, name }) => {
    const ports = control.ports
      .filter(port => port.mode !== 'trunk' && port.untagged.includes(id))
      .map(port => port.ifName)
    const lines = Array.from({ length: Math.max(1, Math.ceil(ports.length / 4)) }, (_, at) =>
      ports.slice(at * 4, at * 4 + 4).join(', '),
    )
    return lines
      .map((line, at) =>
        at === 0
          ? `${cell(id, 4)} ${cell(name, 32)} ${cell('active', 9)} ${line}`
          : `${' '.repeat(48)}${line}`,
      )
      .join('\n')
  })
function detail(shell: Shell, port: Port): string {
  const { in: received, out } = counters(shell, port, shownSince.get(port))
  const [link, protocol] = up(shell, port)
    ? ['up', 'up (connected)']
    : enabled(port)
      ? ['down', 'down (notconnect)']
      : ['administratively down', 'down (disabled)']
  return [
    `${port.ifDescr} is ${link}, line protocol is ${protocol}`,
    `  Hardware is Gigabit Ethernet, address is ${macText(port.mac, '.', 4)} (bia ${macText(port.mac, '.', 4)})`,
    ...(port.alias ? [`  Description: ${port.alias}`] : []),
    `  MTU 1500 bytes, BW ${port.speedMbps * 1000} Kbit/sec, DLY 10 usec,`,
    `     ${Math.floor(received / 780)} packets input, ${received} bytes, 0 no buffer`,
    `     ${Math.floor(out / 780)} packets output, ${out} bytes, 0 underruns`,
  ].join('\n')
}
export function configuration({ control }: Shell): string {
  const blocks = control.ports.map(port =>
    [
      `interface ${port.ifDescr}`,
      ...(port.alias ? [` description ${port.alias}`] : []),
      ...(port.mode === 'trunk'
        ? [
            ...(nativeOf(port) === 1 ? [] : [` switchport trunk native vlan ${nativeOf(port)}`]),
            ` switchport trunk allowed vlan ${[...port.untagged, ...port.tagged].toSorted((a, b) => a - b).join(',')}`,
            ' switchport mode trunk',
          ]
        : [
            ...(nativeOf(port) === 1 ? [] : [` switchport access vlan ${nativeOf(port)}`]),
            ' switchport mode access',
          ]),
      ...(enabled(port) ? [] : [' shutdown']),
      ...(port.forcedMbps === null ? [] : [` speed ${port.forcedMbps}`, ' duplex full']),
      ...(port.poe?.enabled === false ? [' power inline never'] : []),
      '!',
    ].join('\n'),
  )
  const vlans = control.vlans
    .filter(({ id }) => id !== 1)
    .map(({ id, name }) => `vlan ${id}\n name ${name}\n!`)
  return [
    'Building configuration...',
    '',
    'Current configuration : 4211 bytes',
    '!',
    'version 15.2',
    'service password-encryption',
    '!',
    `hostname ${control.facts.sysName}`,
    '!',
    'enable secret 5 $1$made$upForTheSimulator0123456',
    '!',
    ...vlans,
    ...blocks,
    `snmp-server location ${control.facts.location}`,
    `snmp-server contact ${control.facts.contact}`,
    'end',
  ].join('\n')
}

export const shows: readonly Command[] = [
  {
    words: 'show interfaces status',
    run: shell =>
      [
        '',
        'Port      Name               Status       Vlan       Duplex  Speed Type',
        ...shell.control.ports.map(statusRow(shell)),
        '',
      ].join('\n'),
  },
  {
    words: 'show interfaces description',
    run: shell =>
      [
        'Interface                      Status         Protocol Description',
        ...shell.control.ports.map(
          port =>
            `${cell(port.ifName, 30)} ${cell(up(shell, port) ? 'up' : enabled(port) ? 'down' : 'admin down', 14)} ${cell(up(shell, port) ? 'up' : 'down', 8)} ${port.alias}`,
        ),
      ].join('\n'),
  },
  { words: 'show interfaces <name...>', run: (shell, { name }) => detail(shell, portOf(shell, name!)) },
  { words: 'show interfaces', run: shell => shell.control.ports.map(port => detail(shell, port)).join('\n') },
  {
    words: 'show {table:mac|mac-address-table} [address-table] [interface <name...>]',
    run(shell, { name }) {
      const only = name === undefined ? undefined : portOf(shell, name)
      const rows = fdbOf(shell.device).filter(({ port }) => !only || port === only)
      return [
        '          Mac Address Table',
        '-------------------------------------------',
        '',
        'Vlan    Mac Address       Type        Ports',
        '----    -----------       --------    -----',
        ...rows.map(
          ({ mac, vlan, port }) =>
            `${number(vlan, 4)}    ${macText(mac, '.', 4)}    DYNAMIC     ${port.ifName}`,
        ),
        `Total Mac Addresses for this criterion: ${rows.length}`,
      ].join('\n')
    },
  },
  {
    words: 'show vlan [brief]',
    run: shell =>
      [
        '',
        'VLAN Name                             Status    Ports',
        '---- -------------------------------- --------- -------------------------------',
        ...vlanRows(shell),
        '',
      ].join('\n'),
  },
  {
    words: 'show version',
    run: shell =>
      [
        shell.control.facts.sysDescr,
        '',
        `${shell.control.facts.sysName} uptime is ${uptimeText(shell)}`,
        `cisco ${shell.device.model.name} (APM86XXX) processor (revision G0) with 524288K bytes of memory.`,
        `Model number                    : ${shell.device.model.name}`,
        `System serial number            : S3${shell.control.facts.mac.toString('hex').toUpperCase()}`,
      ].join('\n'),
  },
  { words: 'show clock', run: ({ control }) => new Date(control.now()).toISOString() },
  {
    words: 'terminal length <lines>',
    run(shell, { lines }) {
      shell.paging = lines !== '0'
      return undefined
    },
  },
  { words: 'terminal {what:width|no} <value>', run: () => undefined },
]
