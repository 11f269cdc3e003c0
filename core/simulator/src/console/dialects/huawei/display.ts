import { type Port, linkSpeed } from '../../../simulated/port.ts'
import type { Command, ConsoleSession } from '../../dialect.ts'
import { counters, enabled, fdbOf, up, uptimeText } from '../device-state.ts'
import { cell, macText, number } from '../text.ts'
import { portsOf, shownSince } from './arguments.ts'
import { configuration } from './configuration.ts'

const short = (port: Port): string =>
  port.ifName
    .replace(/^X?GigabitEthernet/, found => (found.startsWith('X') ? 'XGE' : 'GE'))
    .replace(/^Ethernet/, 'Eth')
const physical = (session: ConsoleSession, port: Port) =>
  up(session, port) ? 'up' : enabled(port) ? 'down' : '*down'

function brief(session: ConsoleSession): string {
  return [
    'PHY: Physical',
    '*down: administratively down',
    '(l): loopback',
    '(s): spoofing',
    'InUti/OutUti: input utility/output utility',
    'Interface                   PHY   Protocol InUti OutUti   inErrors  outErrors',
    ...session.control.ports.map(port => {
      const protocol = cell(up(session, port) ? 'up' : 'down', 8)
      const use = [number('0.01%', 5), number('0.01%', 6), number(0, 10), number(0, 10)]
      return [cell(port.ifName, 27), cell(physical(session, port), 5), protocol, ...use].join(' ')
    }),
  ].join('\n')
}
function detail(session: ConsoleSession, port: Port): string {
  const { in: received, out } = counters(session, port, shownSince.get(port))
  const carrier = up(session, port)
  return [
    `${port.ifName} current state : ${carrier ? 'UP' : enabled(port) ? 'DOWN' : 'Administratively DOWN'}`,
    `Line protocol current state : ${carrier ? 'UP' : 'DOWN'}`,
    `Description:${port.alias}`,
    `Switch Port, PVID : ${number(port.pvid, 4)}, TPID : 8100(Hex), The Maximum Frame Length is 9216`,
    `IP Sending Frames' Format is PKTFMT_ETHNT_2, Hardware address is ${macText(port.mac, '-', 4)}`,
    `Speed : ${number(linkSpeed(port, session.control.now()) || port.speedMbps, 4)},  Loopback: NONE`,
    'Duplex: FULL,  Negotiation: ' + (port.forcedMbps === null ? 'ENABLE' : 'DISABLE'),
    `Input:  ${Math.floor(received / 780)} packets, ${received} bytes`,
    `Output:  ${Math.floor(out / 780)} packets, ${out} bytes`,
    '',
  ].join('\n')
}
function showVlans(session: ConsoleSession): string {
  const { control } = session
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
      return rows.map((row, at) => {
        const ports = row.map(([how, port], n) => {
          const name = `${short(port)}(${up(session, port) ? 'U' : 'D'})`
          return cell(n === 0 ? `${how}:${name}` : name, 16)
        })
        return `${cell(at ? '' : id, 4)} ${cell(at ? '' : 'common', 7)} ${ports.join('')}`
      })
    }),
    '',
    'VID  Status  Property      MAC-LRN Statistics Description',
    '-'.repeat(80),
    ...control.vlans.map(({ id, name }) => {
      const values = [cell('enable', 7), cell('default', 13), cell('enable', 7), cell('disable', 10)]
      return `${cell(id, 4)} ${values.join(' ')} ${name}`
    }),
  ].join('\n')
}

/** `display …`, which all views know. */
export const displayCommands: readonly Command[] = [
  { syntax: 'display interface brief', run: brief },
  {
    syntax: 'display interface description',
    run: session =>
      [
        'PHY: Physical',
        '*down: administratively down',
        'Interface                     PHY     Protocol Description',
        ...session.control.ports.map(port => {
          const protocol = cell(up(session, port) ? 'up' : 'down', 8)
          return [cell(short(port), 29), cell(physical(session, port), 7), protocol, port.alias].join(' ')
        }),
      ].join('\n'),
  },
  {
    syntax: 'display interface [<name...>]',
    run: (session, { name }) =>
      portsOf(session, name)
        .map(port => detail(session, port))
        .join('\n'),
  },
  {
    syntax: 'display mac-address [<name...>]',
    run(session, { name }) {
      const ports = portsOf(session, name)
      const rows = fdbOf(session.device).filter(({ port }) => ports.includes(port))
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
  { syntax: 'display vlan', run: showVlans },
  {
    syntax: 'display version',
    run: session =>
      [
        'Huawei Versatile Routing Platform Software',
        `VRP (R) software, Version 5.150 (${session.device.model.firmware})`,
        `HUAWEI ${session.device.model.name} Routing Switch uptime is ${uptimeText(session)}`,
      ].join('\n'),
  },
  { syntax: 'display current-configuration', run: configuration },
  { syntax: 'display saved-configuration', run: configuration },
]
