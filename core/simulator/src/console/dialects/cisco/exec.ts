import { zeroAt, type Port, linkSpeed } from '../../../simulated/port.ts'
import type { Command, ConsoleSession } from '../../dialect.ts'
import { modeCommand, signOutCommand } from '../commands.ts'
import { portOf, shownSince, nativeOf } from './arguments.ts'
import { configuration } from './configuration.ts'
import { counters, enabled, fdbOf, up, uptimeText } from '../device-state.ts'
import { cell, macText, number } from '../text.ts'

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
const showCommands: readonly Command[] = [
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

const reboot = (session: ConsoleSession): string => {
  session.write('\n')
  session.control.reboot()
  session.signOut()
  return ''
}
const save = (session: ConsoleSession): string => {
  session.control.save()
  return 'Building configuration...\n[OK]'
}
/** Asks as `reload` does. False: not now. */
const asksForReload = async (session: ConsoleSession, when: string): Promise<boolean> => {
  if (
    session.control.unsaved &&
    /^y/i.test(await session.ask('\nSystem configuration has been modified. Save? [yes/no]: '))
  )
    session.write(`${save(session)}\n`)
  const answer = await session.ask(`${when}Proceed with reload? [confirm]`, { key: true })
  return answer === '\r' || answer.toLowerCase() === 'y'
}
const scheduled = (at: number, now: number) => {
  const minutes = Math.ceil((at - now) / 60_000)
  return `Reload scheduled for ${new Date(at).toUTCString().slice(17)} (in ${minutes} minutes)`
}
const shownReload = ({ control }: ConsoleSession) => {
  const at = control.restartsAt()
  return at === null ? 'No reload is scheduled.' : scheduled(at, control.now())
}

const clearing = (syntax: string, what: string): Command => ({
  syntax,
  async run(session, { name }) {
    const ports = name === undefined ? session.control.ports : [portOf(session, name)]
    const answer = await session.ask(`Clear "show interface" counters on ${what} [confirm]`, { key: true })
    if (answer === '\r' || answer.toLowerCase() === 'y')
      for (const port of ports) shownSince.set(port, zeroAt(port, session.control.now()))
    return undefined
  },
})

/** The user mode. */
export const exec: readonly Command[] = [
  ...showCommands,
  {
    syntax: 'enable',
    async run(session) {
      for (let tries = 0; tries < 3; tries++) {
        const password = await session.ask('Password: ', { echo: false })
        if (!session.isEnablePassword(password)) continue
        session.mode = 'enable'
        return undefined
      }
      return '% Bad secrets\n'
    },
  },
  signOutCommand('{word:exit|logout|quit}'),
]

/** The privileged mode. */
export const enable: readonly Command[] = [
  ...showCommands,
  { syntax: 'show running-config [{what:all|full}]', run: configuration },
  { syntax: 'show startup-config', run: configuration },
  {
    syntax: 'configure terminal',
    run(session) {
      session.mode = 'config'
      return 'Enter configuration commands, one per line.  End with CNTL/Z.'
    },
  },
  { syntax: 'enable', run: () => undefined },
  modeCommand('disable', 'exec'),
  signOutCommand('{word:exit|logout|quit}'),
  {
    syntax: 'copy running-config startup-config',
    async run(session) {
      await session.ask('Destination filename [startup-config]? ')
      return save(session)
    },
  },
  { syntax: 'write [memory]', run: save },
  {
    syntax: 'reload',
    run: async session => ((await asksForReload(session, '')) ? reboot(session) : undefined),
  },
  {
    syntax: 'reload in <minutes>',
    async run(session, { minutes }) {
      const { control } = session
      const forMs = Number(minutes) * 60_000
      const text = scheduled(control.now() + forMs, control.now())
      if (await asksForReload(session, `${text}\n`)) control.scheduleRestart(forMs)
      return undefined
    },
  },
  {
    syntax: 'reload cancel',
    run({ control }) {
      if (control.restartsAt() === null) return '%No reload is scheduled.'
      control.scheduleRestart(null)
      return '\n\n***\n*** --- SHUTDOWN ABORTED ---\n***\n'
    },
  },
  { syntax: 'show reload', run: shownReload },
  clearing('clear counters <name...>', 'this interface'),
  clearing('clear counters', 'all interfaces'),
  { syntax: 'clear mac address-table dynamic', run: () => undefined },
]
