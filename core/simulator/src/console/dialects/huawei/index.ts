import type { ConsoleSession, Dialect } from '../../dialect.ts'
import { caret } from '../text.ts'
import { interfaceCommands } from './interface-view.ts'
import { system, vlanCommands } from './system-view.ts'
import { user } from './user-view.ts'

const name = ({ control }: ConsoleSession) => control.facts.sysName
const faults = {
  incomplete: 'Incomplete command',
  ambiguous: 'Ambiguous command',
  unknown: 'Unrecognized command',
} as const

/** Huawei VRP: the user view, the system view, and the views of interfaces and VLANs. */
export const huawei: Dialect = {
  login: {
    banner: () =>
      '\nWarning: Telnet is not a secure protocol, and it is recommended to use Stelnet.\n\n' +
      'Login authentication\n\n\n',
    user: 'Username:',
    password: 'Password:',
    failed: 'Error: Authentication failed.\n',
    tries: 3,
    busy: 'All user interfaces are used, please try later!\n',
    mustChange: {
      notice: 'Warning: The initial password poses security risks.\n',
      offer: 'The password needs to be changed. Change now? [Y/N]: ',
      prompt: 'Please enter new password: ',
      confirm: 'Please confirm new password: ',
    },
    welcome({ control }) {
      const now = new Date(control.now()).toISOString().slice(0, 19).replace('T', ' ')
      return [
        'Info: The max number of VTY users is 5, and the number',
        '      of current VTY users on line is 1.',
        `      The current login time is ${now}.`,
        '',
      ].join('\n')
    },
  },
  start: { full: 'user', plain: 'user' },
  modes: {
    user: { prompt: session => `<${name(session)}>`, commands: user },
    system: { prompt: session => `[${name(session)}]`, commands: system },
    interface: {
      prompt: session => `[${name(session)}-${session.ports[0]!.ifName}]`,
      commands: interfaceCommands,
    },
    vlan: { prompt: session => `[${name(session)}-vlan${session.vlan}]`, commands: vlanCommands },
  },
  pager: {
    text: '  ---- More ----',
    rows: 24,
    quit: 'q\u0003',
    erase: '\u001b[16D                \u001b[16D',
  },
  wrong: (parsed, column) => `${caret(column)}Error: ${faults[parsed.kind]} found at '^' position.\n`,
  help: next => next.map(word => `  ${word}\n`).join(''),
  onControlZ(session) {
    session.mode = 'user'
  },
}
