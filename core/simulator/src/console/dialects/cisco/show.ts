import { type Port, linkSpeed } from '../../../simulated/port.ts'
import type { Command, ConsoleSession } from '../../dialect.ts'
import { counters, enabled, fdbOf, up, uptimeText } from '../device-state.ts'
import { cell, macText, number } from '../text.ts'
import { nativeOf, portOf, shownSince } from './arguments.ts'

const status = (session: ConsoleSession, port: Port) =>
  up(session, port) ? 'connected' : enabled(port) ? 'notconnect' : 'disabled'
const statusRow = (session: ConsoleSession) => (port: Port) => {
  const speed = linkSpeed(port, session.control.now())
  const [duplex, shown] = up(session, port)
    ? ['a-full', `a-${speed}`]
    : port.forcedMbps === null
      ? ['auto', 'auto']
      : ['full', port.forcedMbps]
  return [
    cell(port.ifName, 9),
    cell(port.alias.slice(0, 18), 18),
    cell(status(session, port), 12),
    cell(port.mode === 'trunk' ? 'trunk' : nativeOf(port), 10),
    number(duplex, 6),
    number(shown, 6),
    port.fiber ? 'Not Present' : '10/100/1000BaseTX',
  ].join(' ')
}
const descriptionRow = (session: ConsoleSession) => (port: Port) => {
  const carrier = up(session, port)
  const link = carrier ? 'up' : enabled(port) ? 'down' : 'admin down'
  return [cell(port.ifName, 30), cell(link, 14), cell(carrier ? 'up' : 'down', 8), port.alias].join(' ')
}
/** Four ports a line; the following lines of a VLAN have only ports. */
const vlanRows = ({ control }: ConsoleSession) =>
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

function detail(session: ConsoleSession, port: Port): string {
  const { in: received, out } = counters(session, port, shownSince.get(port))
  const [link, protocol] = up(session, port)
    ? ['up', 'up (connected)']
    : enabled(port)
      ? ['down', 'down (notconnect)']
      : ['administratively down', 'down (disabled)']
  const address = macText(port.mac, '.', 4)
  return [
    `${port.ifDescr} is ${link}, line protocol is ${protocol}`,
    `  Hardware is Gigabit Ethernet, address is ${address} (bia ${address})`,
    ...(port.alias ? [`  Description: ${port.alias}`] : []),
    `  MTU 1500 bytes, BW ${port.speedMbps * 1000} Kbit/sec, DLY 10 usec,`,
    `     ${Math.floor(received / 780)} packets input, ${received} bytes, 0 no buffer`,
    `     ${Math.floor(out / 780)} packets output, ${out} bytes, 0 underruns`,
  ].join('\n')
}

function version(session: ConsoleSession): string {
  const { name } = session.device.model
  const { facts } = session.control
  return [
    facts.sysDescr,
    '',
    `${facts.sysName} uptime is ${uptimeText(session)}`,
    `cisco ${name} (APM86XXX) processor (revision G0) with 524288K bytes of memory.`,
    `Model number                    : ${name}`,
    `System serial number            : S3${facts.mac.toString('hex').toUpperCase()}`,
  ].join('\n')
}

function macTable(session: ConsoleSession, only: Port | undefined): string {
  const rows = fdbOf(session.device).filter(({ port }) => !only || port === only)
  return [
    '          Mac Address Table',
    '-------------------------------------------',
    '',
    'Vlan    Mac Address       Type        Ports',
    '----    -----------       --------    -----',
    ...rows.map(
      ({ mac, vlan, port }) => `${number(vlan, 4)}    ${macText(mac, '.', 4)}    DYNAMIC     ${port.ifName}`,
    ),
    `Total Mac Addresses for this criterion: ${rows.length}`,
  ].join('\n')
}

/** `show …` and `terminal …`, which the user and the privileged mode share. */
export const showCommands: readonly Command[] = [
  {
    syntax: 'show interfaces status',
    run: session =>
      [
        '',
        'Port      Name               Status       Vlan       Duplex  Speed Type',
        ...session.control.ports.map(statusRow(session)),
        '',
      ].join('\n'),
  },
  {
    syntax: 'show interfaces description',
    run: session =>
      [
        'Interface                      Status         Protocol Description',
        ...session.control.ports.map(descriptionRow(session)),
      ].join('\n'),
  },
  {
    syntax: 'show interfaces <name...>',
    run: (session, { name }) => detail(session, portOf(session, name!)),
  },
  {
    syntax: 'show interfaces',
    run: session => session.control.ports.map(port => detail(session, port)).join('\n'),
  },
  {
    syntax: 'show {table:mac|mac-address-table} [address-table] [interface <name...>]',
    run: (session, { name }) => macTable(session, name === undefined ? undefined : portOf(session, name)),
  },
  {
    syntax: 'show vlan [brief]',
    run: session =>
      [
        '',
        'VLAN Name                             Status    Ports',
        '---- -------------------------------- --------- -------------------------------',
        ...vlanRows(session),
        '',
      ].join('\n'),
  },
  { syntax: 'show version', run: version },
  { syntax: 'show clock', run: ({ control }) => new Date(control.now()).toISOString() },
  {
    syntax: 'terminal length <lines>',
    run(session, { lines }) {
      session.paging = lines !== '0'
      return undefined
    },
  },
  { syntax: 'terminal {what:width|no} <value>', run: () => undefined },
]
