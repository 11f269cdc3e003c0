import type { ConsoleSession, Dialect } from '../../dialect.ts'
import { caret } from '../text.ts'
import { configure, operational } from './commands.ts'
import { minutesLeft, release } from './commits.ts'

const name = ({ login, control }: ConsoleSession) => `${login}@${control.facts.sysName}`

/** While a commit waits for its confirmation, each prompt of the configuration mode says so. */
const waits = (session: ConsoleSession): string => {
  const left = minutesLeft(session)
  return left === null ? '' : `# commit confirmed will be rolled back in ${left} minutes\n`
}

/**
 * Junos of EX switches: the operational mode, and the configuration mode with its candidate. Source: Junos
 * CLI User Guide. It has no private candidates and no former configurations to roll back to.
 */
export const juniper: Dialect = {
  login: {
    banner: () => '\n',
    user: 'login: ',
    password: 'Password:',
    failed: 'Login incorrect\n',
    tries: 3,
    busy: 'error: connection limit reached\n',
    mustChange: {
      notice: 'Your password has expired.\n',
      prompt: 'New password:',
      confirm: 'Retype new password:',
    },
    welcome: ({ device: { model } }) => `\n--- JUNOS ${model.firmware} built 2016-01-01 00:00:00 UTC\n`,
  },
  start: { full: 'operational', plain: 'operational' },
  modes: {
    operational: { prompt: session => `{master:0}\n${name(session)}> `, commands: operational },
    configuration: {
      prompt: session => `\n${waits(session)}{master:0}[edit]\n${name(session)}# `,
      commands: configure,
    },
  },
  pager: { text: '---(more)---', rows: 24, quit: 'q\u0003', erase: `\r${' '.repeat(12)}\r` },
  // A line that begins with # is a comment.
  wrong: (parsed, column, line) =>
    line.trimStart().startsWith('#')
      ? ''
      : parsed.kind === 'incomplete'
        ? `${caret(column)}missing argument.\n`
        : parsed.kind === 'ambiguous'
          ? `${caret(column)}'${parsed.word}' is ambiguous.\n`
          : `${caret(column)}${parsed.first ? 'unknown command' : 'syntax error'}.\n`,
  help: next => `Possible completions:\n${next.map(word => `  ${word}\n`).join('')}`,
  ended: release,
}
