import { DeviceError } from '@linecard/driver-kit'
import { StartError } from '@linecard/kernel'
import { ApiError } from '@linecard/plugin-kit'
import { CommandError } from './command.ts'

/**
 * A failure that a user can correct is printed as one line. Any other failure is a bug and is printed with
 * its stack.
 */
const isExpected = (error: unknown): error is Error =>
  error instanceof CommandError ||
  error instanceof StartError ||
  error instanceof DeviceError ||
  error instanceof ApiError

/** What the person is told about a failed command. */
export const failureText = (error: unknown): string =>
  `linecard: ${isExpected(error) ? error.message : error instanceof Error ? error.stack! : String(error)}\n`
