import type { ConsoleSession, Dialect } from '../../dialect.ts'
import { config, vlanDatabaseCommands, vlanInterfaceCommands } from './configure.ts'
import { privileged, user } from './exec.ts'
import { interfaceCommands } from './interface.ts'

const name = ({ control }: ConsoleSession) => control.facts.sysName || 'console'

/** Eltex MES. Other switches with RADLAN's software have the same command line. */
export const eltex: Dialect = {
  login: {
    banner: () => '\n\n',
    user: 'User Name:',
    password: 'Password:',
    stars: true,
    failed: '\nauthentication failed\n\n',
    tries: 3,
    busy: '\nMaximum number of sessions has been reached\n',
    mustChange: {
      notice: '\nThe password has expired. You must change your password\n',
      prompt: 'Enter new password:',
      confirm: 'Confirm new password:',
    },
    welcome: () => '\n',
  },
  start: { full: 'privileged', plain: 'user' },
  modes: {
    user: { prompt: session => `${name(session)}>`, commands: user },
    privileged: { prompt: session => `${name(session)}#`, commands: privileged },
    config: { prompt: session => `${name(session)}(config)#`, commands: config },
    vlans: { prompt: session => `${name(session)}(config-vlan)#`, commands: vlanDatabaseCommands },
    interface: { prompt: session => `${name(session)}(config-if)#`, commands: interfaceCommands },
    vlan: { prompt: session => `${name(session)}(config-if)#`, commands: vlanInterfaceCommands },
  },
  pager: {
    text: 'More: <space>,  Quit: q or CTRL+Z, One line: <return> ',
    rows: 24,
    quit: 'q\u001a\u0003',
    erase: `\r${' '.repeat(54)}\r`,
  },
  wrong: parsed =>
    parsed.kind === 'incomplete'
      ? '% Incomplete command\n'
      : parsed.kind === 'ambiguous'
        ? '% Ambiguous command\n'
        : '% Unrecognized command\n',
  help: next => next.map(word => `  ${word}\n`).join(''),
  onControlZ: session => {
    if (session.mode !== 'user') session.mode = 'privileged'
  },
}
