import type { Port } from '../../../simulated/port.ts'
import type { Command, ConsoleSession } from '../../dialect.ts'
import { counters, enabled, fdbOf, up, uptimeText } from '../device-state.ts'
import { cell, macText, number, ranges } from '../text.ts'
import { portOf } from './arguments.ts'
import { modeOf, statuses } from './show-interfaces.ts'

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

function showVlans({ control }: ConsoleSession): string {
  return [
    'Created by: D-Default, S-Static, G-GVRP, R-Radius Assigned VLAN, V-Voice VLAN',
    '',
    'Vlan       Name           Tagged Ports      UnTagged Ports      Created by   ',
    '---- ----------------- ------------------ ------------------ ----------------',
    ...control.vlans.map(({ id, name }) => {
      const tagged = named(control.ports.filter(port => port.tagged.includes(id)))
      const untagged = named(control.ports.filter(port => port.untagged.includes(id)))
      const row = [cell(name || '-', 17), cell(tagged, 18), cell(untagged, 18), id === 1 ? 'D' : 'S']
      return `${number(id, 3)}  ${row.join(' ')}`
    }),
  ].join('\n')
}

/** `show …` and `terminal …`, which the user and the privileged mode share. */
export const showCommands: readonly Command[] = [
  {
    syntax: 'show interfaces status [<name...>]',
    run: (session, { name }) =>
      statuses(session, name === undefined ? session.control.ports : [portOf(session, name)]),
  },
  {
    syntax: 'show interfaces description',
    run: session =>
      [
        '                                  Admin Link        ',
        'Port     Port Mode (VLAN)         State State       Description',
        '-------- ------------------------ ----- ----------- -----------',
        ...session.control.ports.map(port => {
          const [admin, link] = [enabled(port) ? 'Up' : 'Down', up(session, port) ? 'Up' : 'Down']
          const row = [cell(port.ifName, 8), cell(modeOf(port), 24), cell(admin, 5), cell(link, 11)]
          return `${row.join(' ')} ${port.alias}`
        }),
      ].join('\n'),
  },
  {
    syntax: 'show interfaces counters',
    run: session =>
      [
        '      Port       InUcastPkts   InOctets',
        '---------------- ------------ ------------',
        ...session.control.ports.map(port => {
          const { in: received } = counters(session, port)
          const packets = Math.floor(received / 780)
          return [number(port.ifName, 16), number(packets, 12), number(received, 12)].join(' ')
        }),
      ].join('\n'),
  },
  { syntax: 'show vlan', run: showVlans },
  {
    syntax: 'show mac address-table [interface <name...>]',
    run(session, { name }) {
      const only = name === undefined ? undefined : portOf(session, name)
      const rows = fdbOf(session.device).filter(({ port }) => !only || port === only)
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
    syntax: 'show version',
    run: ({ device: { model } }) =>
      `Active-image: flash://system/images/mes.ros\n  Version: ${model.firmware}\n  Commit: 1dc1a4ee`,
  },
  {
    syntax: 'show system',
    run: session =>
      [
        `System Description:                       ${session.control.facts.sysDescr}`,
        `System Up Time (days,hour:min:sec):       ${uptimeText(session)}`,
        `System Name:                              ${session.control.facts.sysName}`,
        `System Location:                          ${session.control.facts.location}`,
        `System MAC Address:                       ${macText(session.control.facts.mac, ':', 2)}`,
      ].join('\n'),
  },
  {
    syntax: 'terminal datadump',
    run(session) {
      session.paging = false
      return undefined
    },
  },
  {
    syntax: 'no terminal datadump',
    run(session) {
      session.paging = true
      return undefined
    },
  },
]
