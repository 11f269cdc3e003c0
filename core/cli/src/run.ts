import { DeviceError } from '@linecard/driver-kit'
import { StartError } from '@linecard/kernel'
import { ApiError } from '@linecard/plugin-kit'
import { CommandError } from './command.ts'
import { commandsOfPlugins } from './installed.ts'
import { commands, program } from './program.ts'

/**
 * A failure that a user can correct is printed as one line. Any other failure is a bug and is printed with
 * its stack.
 */
const isExpected = (error: unknown): error is Error =>
  error instanceof CommandError ||
  error instanceof StartError ||
  error instanceof DeviceError ||
  error instanceof ApiError

const say = (text: string) => process.stderr.write(`linecard: ${text}\n`)

try {
  const words = process.argv.slice(2)
  // Most commands are ours, and start faster without a look at the plugins.
  const isOurs = commands.some(({ name }) => words.includes(name)) || /^(-V|--version)$/.test(words[0] ?? '')
  await program(isOurs ? [] : await commandsOfPlugins(words, process.env, say)).parseAsync()
} catch (error) {
  say(isExpected(error) ? error.message : error instanceof Error ? error.stack! : String(error))
  process.exitCode = 1
}
