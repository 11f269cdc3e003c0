import { CommanderError } from 'commander'
import type { Running } from '@linecard/kernel'
import { failureText } from './failure.ts'
import { commandOf } from './installed.ts'
import { commands, program, version } from './program.ts'
import { runRecorded } from './recorded.ts'
import { openCommandSocket, type CommandSocket, type Doer } from './socket/server.ts'
import { createTools } from './tools.ts'

/** Does command lines in a running service. */
const doerOf = (running: Running): Doer => ({
  version,
  names: () => new Set([...commands, ...running.commands().map(commandOf)].map(({ name }) => name)),
  async run(words, terminal, width) {
    const opened = { kernel: async () => running, started: () => true, close: async () => undefined }
    const root = program(running.commands().map(commandOf), given =>
      runRecorded(given, createTools({ ...given, terminal }, opened)),
    )
    for (const one of [root, ...root.commands])
      one
        .exitOverride()
        .configureOutput({
          writeOut: terminal.write,
          writeErr: terminal.error.write,
          ...(width !== null && { getOutHelpWidth: () => width, getErrHelpWidth: () => width }),
        })
    try {
      await root.parseAsync(words, { from: 'user' })
      return 0
    } catch (error) {
      if (error instanceof CommanderError) return error.exitCode
      if (!terminal.signal.aborted) terminal.error.write(failureText(error))
      return 1
    }
  },
})

/**
 * Lets a running service do the commands that are given for its data folder in other processes, until
 * `close`. `told` gets why it cannot.
 */
export const serveCommands = (
  running: Running,
  dataDir: string,
  told: (why: string) => void,
): Promise<CommandSocket> => openCommandSocket(doerOf(running), dataDir, told)
