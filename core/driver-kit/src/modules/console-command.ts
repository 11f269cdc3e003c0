import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { closed, textOrNull } from './shapes.ts'

const line = T.String({
  minLength: 1,
  maxLength: 4096,
  description:
    'One line, with constructs behind it: <cr> <prompt="text"> <confirm="answer"> ' +
    '<confirm-if="answer","text"> <stream_timeout=seconds> <sleep seconds> <exception "text">',
})

const CommandResult = closed({
  command: T.String({ description: 'As it was typed, secrets masked' }),
  output: T.String({ description: 'What the device printed, without echo, pager and prompt' }),
  success: T.Boolean({ description: 'False: the device refused it, or it never came back' }),
  error: textOrNull('Why not. null: nothing is known to be wrong'),
})

/** One command on the console of a device. */
export const consoleCommand = defineModule({
  name: 'console_command',
  kind: 'change',
  permission: 'console_execute',
  summary: 'Runs one command on the console',
  args: closed({ command: line }),
  result: CommandResult,
  example: { command: 'show version', output: 'Version 1.2\nUptime 3 days', success: true, error: null },
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
      T.String({ minLength: 1, maxLength: 1_000_000, description: 'One command a line' }),
    ]),
    break_on_error: T.Optional(
      T.Enum(['yes', 'no'], {
        description: 'yes, unless said: nothing is typed after the first command that failed',
      }),
    ),
  }),
  result: T.Array(CommandResult, {
    description: 'Of the commands that were typed; fewer than asked for when one failed',
  }),
  example: [
    { command: 'configure terminal', output: '', success: true, error: null },
    { command: 'vlan 5000', output: '% Invalid input', success: false, error: '% Invalid input' },
  ],
})
