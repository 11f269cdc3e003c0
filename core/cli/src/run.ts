import { DeviceError } from '@linecard/driver-kit'
import { StartError } from '@linecard/kernel'
import { ApiError } from '@linecard/plugin-kit'
import { CommandError } from './command.ts'
import { program } from './program.ts'

/**
 * A failure that a user can correct is printed as one line. Any other failure is a bug and is printed with
 * its stack.
 */
const isExpected = (error: unknown): error is Error =>
  error instanceof CommandError ||
  error instanceof StartError ||
  error instanceof DeviceError ||
  error instanceof ApiError

try {
  await program().parseAsync()
} catch (error) {
  process.stderr.write(
    `linecard: ${isExpected(error) ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  )
  process.exitCode = 1
}
