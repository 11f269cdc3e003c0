import { installedCommands, type InstalledCommand } from '@linecard/kernel'
import type { CliCommand } from './command.ts'
import { configFileIn } from './config-file.ts'
import { progressLine } from './progress.ts'

/** As a command of the command line. */
export const commandOf = (installed: InstalledCommand): CliCommand => {
  const { component, name, summary, args, options, records } = installed
  return {
    name: `${component}:${name}`,
    summary,
    args,
    options,
    records,
    async run(tools, given, chosen) {
      const line = progressLine(tools.terminal.error)
      const shown = {
        api: tools.api,
        print: tools.print,
        remark: tools.remark,
        files: tools.files,
        signal: tools.signal,
        progress: (text: string | null) => (text === null ? line.clear() : line.show(text)),
      }
      try {
        await (await tools.kernel()).command(installed, shown, given, chosen)
      } finally {
        line.clear()
      }
    },
  }
}

/**
 * The commands of the plugins of this installation; none where there is no config file. `told` gets why they
 * cannot be found: the other commands work without them.
 */
export async function commandsOfPlugins(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  told: (why: string) => void,
): Promise<CliCommand[]> {
  const file = configFileIn(words, env)
  if (!file) return []
  try {
    return (await installedCommands(file, env, [import.meta.dirname])).map(commandOf)
  } catch (error) {
    told(`the commands of plugins are not known: ${(error as Error).message}`)
    return []
  }
}
