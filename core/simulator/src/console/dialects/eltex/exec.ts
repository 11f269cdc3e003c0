import type { Command, ConsoleSession } from '../../dialect.ts'
import { modeCommand, signOutCommand } from '../commands.ts'
import { portOf } from './arguments.ts'
import { configuration } from './configuration.ts'
import { type Port, linkSpeed } from '../../../simulated/port.ts'
import { counters, enabled, fdbOf, up, uptimeText } from '../device-state.ts'
import { cell, macText, number, ranges } from '../text.ts'

const media = (port: Port) => `${port.speedMbps >= 10_000 ? '10G' : '1G'}-${port.fiber ? 'Fiber' : 'Copper'}`
/** Mode and VLAN of a port, as the tables show them. */
const modeOf = (port: Port) =>
  port.mode === 'trunk'
    ? 'Trunk'
    : port.mode === 'hybrid'
      ? 'General'
      : `Access (${port.untagged[0] ?? port.pvid})`

const two = (value: number) => String(value).padStart(2, '0')

/** Time since the link came up: days, hours:minutes:seconds. */
function since({ control }: ConsoleSession, port: Port): string {
  const seconds = Math.max(0, Math.floor((control.now() - port.cable.at(control.now()).sinceMs) / 1000))
  const [days, hours] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3600) % 24]
  return `${two(days)},${two(hours)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

const statusRow = (session: ConsoleSession, port: Port): string => {
  const carrier = up(session, port)
  const values: [shown: string | number, width: number, indent: string][] = [
    ['Full', 7, '  '],
    [linkSpeed(port, session.control.now()), 5, '  '],
    [port.forcedMbps === null ? 'Enabled' : 'Disabled', 8, '   '],
    ['Off', 4, ' '],
    [carrier ? 'Up' : enabled(port) ? 'Down (nc)' : 'Down (adm)', 11, ''],
    [since(session, port), 13, '     '],
    ['Disabled', 8, '   '],
    ['Off', 7, '  '],
  ]
  // Without carrier all values but the state are shown as `--`.
  const cells = values.map(([shown, width, indent]) =>
    cell(carrier || !indent ? shown : `${indent}--`, width),
  )
  return [cell(port.ifName, 8), cell(media(port), 12), ...cells, modeOf(port)].join(' ')
}

/** `show interfaces status`. */
function statuses(session: ConsoleSession, ports: readonly Port[]): string {
  return [
    '                                             Flow Link          Uptime        Back   Mdix',
    'Port     Type         Duplex  Speed Neg      ctrl State       (d,h:m:s)    Pressure Mode    ' +
      'Port Mode (VLAN)',
    '-------- ------------ ------  ----- -------- ---- ----------- ------------- -------- ------- ' +
      '------------------------',
    ...ports.map(port => statusRow(session, port)),
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
const showCommands: readonly Command[] = [
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

const confirms = async (session: ConsoleSession, question: string): Promise<boolean> =>
  /^y/i.test(await session.ask(question, { key: true }))
const saves = async (session: ConsoleSession): Promise<string | undefined> => {
  if (!(await confirms(session, 'Overwrite file [startup-config].... (Y/N)[N] ?'))) return undefined
  session.control.save()
  const time = new Date(session.control.now())
  const stamp = `${time.toUTCString().slice(5, 16).replaceAll(' ', '-')} ${time.toISOString().slice(11, 19)}`
  const target = 'flash://system/configuration/startup-config'
  return [
    `${stamp} %COPY-I-FILECPY: Files Copy - source URL running-config destination URL ${target}`,
    `${stamp} %COPY-N-TRAP: The copy operation was completed successfully`,
  ].join('\n')
}
const reload = async (session: ConsoleSession): Promise<undefined> => {
  const unsaved = "You haven't saved your changes. Are you sure you want to continue ? (Y/N)[N] "
  if (session.control.unsaved && !(await confirms(session, unsaved))) return undefined
  const question =
    'This command will reset the whole system and disconnect your current session. ' +
    'Do you want to continue ? (Y/N)[N] '
  if (!(await confirms(session, question))) return undefined
  session.write('Shutting down ...\n')
  session.control.reboot()
  session.signOut()
  return undefined
}

/** The user mode. */
export const user: readonly Command[] = [
  ...showCommands,
  {
    syntax: 'enable',
    async run(session) {
      if (!session.isEnablePassword(await session.ask('Password:', { echo: false })))
        return '% Access is denied, wrong password'
      session.mode = 'privileged'
      return undefined
    },
  },
  signOutCommand('exit'),
]

/** The privileged mode. */
export const privileged: readonly Command[] = [
  ...showCommands,
  { syntax: 'show {which:running-config|startup-config}', run: configuration },
  modeCommand('configure [terminal]', 'config'),
  modeCommand('disable', 'user'),
  signOutCommand('exit'),
  { syntax: 'write [memory]', run: saves },
  { syntax: 'copy running-config startup-config', run: saves },
  { syntax: 'reload', run: reload },
  {
    syntax: 'clear counters [<name...>]',
    run(session, { name }) {
      session.control.clearCounters(name === undefined ? undefined : [portOf(session, name)])
      return undefined
    },
  },
]
