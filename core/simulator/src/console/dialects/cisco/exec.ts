import { zeroAt } from '../../../simulated/port.ts'
import type { Command, ConsoleSession } from '../../dialect.ts'
import { modeCommand, signOutCommand } from '../commands.ts'
import { portOf, shownSince } from './arguments.ts'
import { configuration } from './configuration.ts'
import { showCommands } from './show.ts'

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
