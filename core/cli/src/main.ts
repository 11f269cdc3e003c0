#!/usr/bin/env node
import { DeviceError } from '@linecard/driver-kit'
import { StartError } from '@linecard/kernel'
import { ApiError } from '@linecard/plugin-kit'
import { CommandError } from './command.ts'
import { program } from './program.ts'

/** Failures that a person can mend are one line; anything else is our bug and shows where it happened. */
const expected = (error: unknown): error is Error =>
  error instanceof CommandError ||
  error instanceof StartError ||
  error instanceof DeviceError ||
  error instanceof ApiError

try {
  await program().parseAsync()
} catch (error) {
  process.stderr.write(
    `linecard: ${expected(error) ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  )
  process.exitCode = 1
}
