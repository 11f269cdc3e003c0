import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { closed, textOrNull } from './shapes.ts'

const line = T.String({
  minLength: 1,
  maxLength: 4096,
  description:
    'One line. Constructs may follow it: <cr> <prompt="text"> <confirm="answer"> ' +
    '<confirm-if="answer","text"> <stream_timeout=seconds> <sleep seconds> <exception "text">',
})

const CommandResult = closed({
  command: T.String({ description: 'The command as it was sent, with secrets masked' }),
  output: T.String({
    description: 'Output of the device without echo, pager and prompt, with secrets masked',
  }),
  success: T.Boolean({
    description: 'False: the device refused the command, or the prompt did not come back',
  }),
  truncated: T.Boolean({
    description: 'True: a part of the output is lost: a line was too long, or the session ended within it',
  }),
  error: textOrNull('Reason of the failure; null: no failure known'),
})

/** One command on the console of a device. */
export const consoleCommand = defineModule({
  name: 'console_command',
  kind: 'change',
  permission: 'console_execute',
  summary: 'Runs one command on the console',
  args: closed({ command: line }),
  result: CommandResult,
  example: {
    command: 'show version',
    output: 'Version 1.2\nUptime 3 days',
    success: true,
    truncated: false,
    error: null,
  },
})

/** Commands on the console of a device, one after the other in one session. */
export const multiConsoleCommand = defineModule({
  name: 'multi_console_command',
  kind: 'change',
  permission: 'console_execute',
  summary: 'Runs several commands on the console, in one session',
  args: closed({
    commands: T.Union([
      T.Array(line, { minItems: 1, maxItems: 1000 }),
      T.String({ minLength: 1, maxLength: 1_000_000, description: 'One command per line' }),
    ]),
    break_on_error: T.Optional(
      T.Enum(['yes', 'no'], {
        description: 'yes (default): the sequence stops after the first command that fails',
      }),
    ),
  }),
  result: T.Array(CommandResult, {
    description: 'Results of the commands that were sent. Fewer than requested if one failed',
  }),
  example: [
    { command: 'configure terminal', output: '', success: true, truncated: false, error: null },
    {
      command: 'vlan 5000',
      output: '% Invalid input',
      success: false,
      truncated: false,
      error: '% Invalid input',
    },
  ],
})
