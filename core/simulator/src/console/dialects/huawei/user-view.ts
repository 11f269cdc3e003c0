import { type Port, zeroAt } from '../../../simulated/port.ts'
import type { Command, ConsoleSession } from '../../dialect.ts'
import { signOutCommand } from '../commands.ts'
import { portsOf, shownSince } from './arguments.ts'
import { displayCommands } from './display.ts'

const restart = (session: ConsoleSession): string => {
  session.control.reboot()
  session.signOut()
  return 'Info: system is rebooting, please wait...\n'
}
const resetCommand = (
  syntax: string,
  act: (session: ConsoleSession, ports: readonly Port[]) => void,
): Command => ({
  syntax,
  run(session, { name }) {
    act(session, portsOf(session, name))
    return undefined
  },
})

/** The user view. */
export const user: readonly Command[] = [
  ...displayCommands,
  {
    syntax: 'system-view',
    run(session) {
      session.mode = 'system'
      return 'Enter system view, return user view with Ctrl+Z.'
    },
  },
  {
    syntax: 'screen-length <lines> [temporary]',
    run(session, { lines }) {
      session.paging = lines !== '0'
      return 'Info: The configuration takes effect on the current user terminal interface only.'
    },
  },
  { syntax: 'undo terminal monitor', run: () => 'Info: Current terminal monitor is off.' },
  {
    syntax: 'save',
    async run(session) {
      const answer = await session.ask(
        'The current configuration will be written to the device.\nAre you sure to continue?[Y/N]',
      )
      if (!/^y/i.test(answer)) return undefined
      session.control.save()
      return 'Now saving the current configuration to the slot 0..\nSave the configuration successfully.'
    },
  },
  {
    syntax: 'reboot',
    async run(session) {
      session.write('Info: The system is now comparing the configuration, please wait.\n')
      const question =
        'Warning: All the configuration will be saved to the configuration file for the next startup. ' +
        'Continue?[Y/N]:'
      if (session.control.unsaved && /^y/i.test(await session.ask(question))) session.control.save()
      return /^y/i.test(await session.ask('System will reboot! Continue?[Y/N]:'))
        ? restart(session)
        : undefined
    },
  },
  resetCommand('reset counters if-mib interface [<name...>]', ({ control }, ports) =>
    control.clearCounters(ports),
  ),
  resetCommand('reset counters interface [<name...>]', ({ control }, ports) => {
    for (const port of ports) shownSince.set(port, zeroAt(port, control.now()))
  }),
  signOutCommand('quit'),
]
