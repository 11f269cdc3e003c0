import type { Command, ConsoleSession } from '../../dialect.ts'
import { signOutCommand } from '../commands.ts'
import { done, portsOf } from './arguments.ts'

const restarts = (session: ConsoleSession): string => {
  session.write('\nPlease wait, the switch is rebooting...\n')
  session.control.reboot()
  session.signOut()
  return ''
}

/** Counters, the saved configuration, restart, pager, logout. */
export const systemCommands: readonly Command[] = [
  {
    syntax: 'clear counters ports <ports>',
    run(session, { ports }) {
      session.control.clearCounters(portsOf(session, ports!))
      return done
    },
  },
  {
    syntax: 'clear counters',
    run(session) {
      session.control.clearCounters()
      return done
    },
  },
  {
    syntax: 'save [{what:config|log|all}]',
    run(session) {
      session.control.save()
      return '\nSaving all configurations to NV-RAM.......... Done.\n'
    },
  },
  { syntax: 'reboot force_agree', run: restarts },
  {
    syntax: 'reboot',
    async run(session) {
      const answer = await session.ask('\nAre you sure you want to proceed with the system reboot?(y/n) ', {
        key: true,
      })
      return answer.toLowerCase() === 'y' ? restarts(session) : '\n'
    },
  },
  {
    syntax: 'disable clipaging',
    run(session) {
      session.paging = false
      return done
    },
  },
  {
    syntax: 'enable clipaging',
    run(session) {
      session.paging = true
      return done
    },
  },
  signOutCommand('logout'),
]
