import type { Command, Dialect } from '../../dialect.ts'
import { portCommands } from './ports.ts'
import { securityCommands } from './port-security.ts'
import { showCommands } from './show.ts'
import { systemCommands } from './system.ts'
import { vlanCommands } from './vlans.ts'

const commands: readonly Command[] = [
  ...showCommands,
  ...portCommands,
  ...vlanCommands,
  ...securityCommands,
  ...systemCommands,
]

/** The pager's line: each key in reverse video, with what it does. */
const pagerLine = (keys: Readonly<Record<string, string>>): string =>
  Object.entries(keys)
    .map(([names, action]) => {
      const shown = names.split(' ').map(name => `\u001b[7m${name}\u001b[0m`)
      return `${shown.join(' ')} ${action}`
    })
    .join(' ')

const turn = { 'CTRL+C ESC q': 'Quit', 'SPACE n': 'Next Page' }

/**
 * D-Link DES and DGS: one mode, each command is repeated before its answer, and the pager refreshes some
 * screens. Source: "Command Line Interface Reference" of the DES-3200 series, and recorded sessions that are
 * public.
 */
export const dlink: Dialect = {
  login: {
    banner: ({ model }) =>
      [
        '',
        `                    ${model.sysDescr}`,
        '                            Command Line Interface',
        '',
        `                         Firmware: Build ${model.firmware}`,
        '\n',
      ].join('\n'),
    user: 'UserName:',
    password: 'PassWord:',
    stars: true,
    failed: '\nIncorrect Login/Password!\n\n',
    tries: 3,
    busy: '\nThe maximum number of sessions is reached, try again later.\n',
    mustChange: {
      notice: '\nThe password has expired.\n',
      prompt: 'Enter a case-sensitive new password:',
      confirm: 'Enter the new password again for confirmation:',
    },
    welcome: () => '\n',
  },
  start: { full: 'admin', plain: 'admin' },
  modes: { admin: { prompt: ({ device }) => `${device.model.name}:admin#`, commands } },
  pager: {
    text: pagerLine({ ...turn, ENTER: 'Next Entry', a: 'All' }),
    refreshing: pagerLine({ ...turn, p: 'Previous Page', r: 'Refresh' }),
    rows: 22,
    quit: 'q\u0003\u001b',
    all: 'a',
    erase: '\r\u001b[K',
  },
  acknowledge: line => `Command: ${line.trim().replace(/\s+/g, ' ')}\n`,
  trailer: '\n',
  wrong: parsed =>
    parsed.kind === 'ambiguous'
      ? '\nAmbiguous token\n\n'
      : parsed.kind === 'unknown' && parsed.first
        ? `\nAvailable commands:\n${parsed.next.join('   ')}\n\n`
        : `\nNext possible completions:\n${parsed.next.join('   ')}\n\n`,
  help: next => `\n${next.join('   ')}\n\n`,
}
