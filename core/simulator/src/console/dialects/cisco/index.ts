import type { ConsoleSession, Dialect } from '../../dialect.ts'
import { caret } from '../text.ts'
import { config, lineCommands, vlanCommands } from './configure.ts'
import { enable, exec } from './exec.ts'
import { interfaceCommands } from './interface.ts'

/** The host name without its domain. */
const name = ({ control }: ConsoleSession) => control.facts.sysName.split('.')[0]!

/** Cisco IOS: the user mode, the privileged mode, and the configuration modes. */
export const cisco: Dialect = {
  login: {
    banner: () => '\n\nUser Access Verification\n\n',
    user: 'Username: ',
    password: 'Password: ',
    failed: '% Login invalid\n\n',
    tries: 3,
    busy: '% All VTY lines are in use, try again later\n',
    mustChange: {
      notice: '% Password has expired, you must change your password\n',
      prompt: 'New password: ',
      confirm: 'Confirm new password: ',
    },
    welcome: () => '\n',
  },
  start: { full: 'enable', plain: 'exec' },
  modes: {
    exec: { prompt: session => `${name(session)}>`, commands: exec },
    enable: { prompt: session => `${name(session)}#`, commands: enable },
    config: { prompt: session => `${name(session)}(config)#`, commands: config },
    interface: { prompt: session => `${name(session)}(config-if)#`, commands: interfaceCommands },
    line: { prompt: session => `${name(session)}(config-line)#`, commands: lineCommands },
    vlan: { prompt: session => `${name(session)}(config-vlan)#`, commands: vlanCommands },
  },
  pager: {
    text: ' --More-- ',
    rows: 24,
    quit: 'q\u0003',
    erase: '\b\b\b\b\b\b\b\b\b\b          \b\b\b\b\b\b\b\b\b\b',
  },
  wrong: (parsed, column) =>
    parsed.kind === 'incomplete'
      ? '% Incomplete command.\n\n'
      : parsed.kind === 'ambiguous'
        ? `% Ambiguous command:  "${parsed.word}"\n`
        : `${caret(column)}% Invalid input detected at '^' marker.\n\n`,
  help: next => next.map(word => `  ${word}\n`).join('') + '\n',
  onControlZ: session => {
    if (['config', 'interface', 'line', 'vlan'].includes(session.mode)) session.mode = 'enable'
  },
}
