import { Type as T, type Static } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { closed, textOrNull } from './shapes.ts'

const line = T.String({
  minLength: 1,
  maxLength: 4096,
  description:
    'One line. Constructs may follow it: <cr> <prompt="text"> <confirm="answer"> ' +
    '<confirm-if="answer","text"> <stream_timeout=seconds> <sleep seconds> <exception "text">',
})

/** A command whose text is typed as it is, whatever it contains. */
const literal = closed({
  text: T.String({
    minLength: 1,
    maxLength: 4096,
    description: 'Typed literally: nothing in it is read as a construct',
  }),
  constructs: T.Optional(
    T.String({ maxLength: 4096, description: 'Constructs of this command, as they follow a line' }),
  ),
  secrets: T.Optional(
    T.Array(T.String({ minLength: 4, maxLength: 4096 }), {
      maxItems: 100,
      writeOnly: true,
      description: 'Parts of the commands that nobody may see: masked in all that is shown or kept of them',
    }),
  ),
})

/** One command: a line with its constructs, or a text that is typed literally beside them. */
export type CommandItem = Static<typeof line> | Static<typeof literal>

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
  spent_ms: T.Integer({
    minimum: 0,
    description: 'Time until its prompt came back, without pauses after it',
  }),
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
    spent_ms: 34,
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
      T.Array(T.Union([line, literal]), { minItems: 1, maxItems: 1000 }),
      T.String({ minLength: 1, maxLength: 1_000_000, description: 'One command per line' }),
    ]),
    break_on_error: T.Optional(
      T.Enum(['yes', 'no'], {
        description: 'yes (default): the sequence stops after the first command that fails',
      }),
    ),
  }),
  result: T.Array(CommandResult, {
    description:
      'Results of the commands that were sent. Fewer than requested if one failed or they were stopped',
  }),
  example: [
    { command: 'enable', output: '', success: true, truncated: false, error: null, spent_ms: 41 },
    {
      command: 'vlan 5000',
      output: '% Invalid input',
      success: false,
      truncated: false,
      error: '% Invalid input',
      spent_ms: 38,
    },
  ],
})
