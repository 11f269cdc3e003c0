/** A command in this process. */
import { failureText } from './failure.ts'
import { commandsOfPlugins } from './installed.ts'
import { commands, program } from './program.ts'
import { runRecorded } from './recorded.ts'
import { serveCommands } from './service.ts'
import { ownTerminal } from './terminal.ts'
import { createTools } from './tools.ts'

try {
  const words = process.argv.slice(2)
  // Most commands are ours, and start faster without a look at the plugins.
  const isOurs = commands.some(({ name }) => words.includes(name)) || /^(-V|--version)$/.test(words[0] ?? '')
  const ofPlugins = isOurs
    ? []
    : await commandsOfPlugins(words, process.env, text => process.stderr.write(`linecard: ${text}\n`))
  await program(ofPlugins, async given => {
    const terminal = ownTerminal()
    const tools = createTools({ ...given, terminal, serve: serveCommands })
    try {
      await runRecorded(given, tools)
    } finally {
      await terminal.settled()
      await tools.close()
    }
  }).parseAsync()
} catch (error) {
  process.stderr.write(failureText(error))
  process.exitCode = 1
}
