import { existsSync } from 'node:fs'
import { installedCommands, type InstalledCommand } from '@linecard/kernel'
import type { CliCommand } from './command.ts'
import { progressLine } from './progress.ts'
import { configFiles } from './tools.ts'

/** The config file that the words of a command line name, before they are read. */
export function configNamedIn(words: readonly string[], env: NodeJS.ProcessEnv): string | null {
  const at = words.indexOf('--config')
  const joined = words.find(word => word.startsWith('--config='))?.slice('--config='.length)
  return joined ?? (at >= 0 ? (words[at + 1] ?? null) : (env['LINECARD_CONFIG'] ?? null))
}

const commandOf = (installed: InstalledCommand): CliCommand => {
  const { component, name, summary, args, options, records } = installed
  return {
    name: `${component}:${name}`,
    summary,
    args,
    options,
    records,
    async run(tools, given, chosen) {
      const line = progressLine()
      const shown = {
        api: tools.api,
        print: tools.print,
        remark: tools.remark,
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
  const file = configNamedIn(words, env) ?? configFiles.find(name => existsSync(name))
  if (!file) return []
  try {
    return (await installedCommands(file, env, [import.meta.dirname])).map(commandOf)
  } catch (error) {
    told(`the commands of plugins are not known: ${(error as Error).message}`)
    return []
  }
}
