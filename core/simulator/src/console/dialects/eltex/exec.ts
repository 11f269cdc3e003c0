import type { Command, ConsoleSession } from '../../dialect.ts'
import { modeCommand, signOutCommand } from '../commands.ts'
import { portOf } from './arguments.ts'
import { configuration } from './configuration.ts'
import { showCommands } from './show.ts'

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
