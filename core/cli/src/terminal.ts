import { PassThrough, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { CommandFiles } from '@linecard/plugin-kit'
import { answersTo } from './answers.ts'
import { localFiles } from './files.ts'
import { draw, type Printed } from './output.ts'
import type { ProgressScreen } from './progress.ts'

/** The person who gave a command, as the command sees them: here, or at the other end of a socket. */
export interface Terminal {
  /** Answers are typed, so what is typed once may be mistyped. */
  isTyped: boolean
  /** Shows a result on standard output. */
  print(what: Printed): void
  /** Standard output for streams of text; its end does not close it. */
  output(): Writable
  /** Standard error. */
  error: ProgressScreen
  answersTo(questions: readonly string[]): Promise<string[]>
  files: CommandFiles
  /** Variables of the person's shell that change commands. */
  env: Readonly<Record<string, string | undefined>>
  /** Aborted when the person ends the command or goes away. */
  signal: AbortSignal
}

/** Variables of a shell that change what a command does. */
export const shellVariables = ['LINECARD_SNMP_PORT'] as const

/** The terminal of this process. `settled` waits until everything is written. */
export function ownTerminal(): Terminal & { settled(): Promise<void> } {
  let drawn = Promise.resolve()
  return {
    isTyped: process.stdin.isTTY === true,
    print(what) {
      drawn = drawn.then(async () => void process.stdout.write(`${await draw(what)}\n`))
    },
    output() {
      const through = new PassThrough()
      const before = drawn
      drawn = before.then(() => pipeline(through, process.stdout, { end: false }))
      // Whoever writes to it learns of the failure.
      drawn.catch(() => undefined)
      return through
    },
    error: process.stderr,
    answersTo,
    files: localFiles,
    env: process.env,
    signal: new AbortController().signal,
    settled: () => drawn,
  }
}
