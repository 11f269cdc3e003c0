import { existsSync } from 'node:fs'

/** Where the config is looked for, if nothing names it. */
export const configFiles = ['linecard.json', 'examples/all-in-one/linecard.json']

/** The config file that the words of a command line name, before they are read. */
export function configNamedIn(words: readonly string[], env: NodeJS.ProcessEnv): string | null {
  const at = words.indexOf('--config')
  const joined = words.find(word => word.startsWith('--config='))?.slice('--config='.length)
  return joined ?? (at >= 0 ? (words[at + 1] ?? null) : (env['LINECARD_CONFIG'] ?? null))
}

/** That file, or else the one in the present folder. Null: there is none. */
export const configFileIn = (words: readonly string[], env: NodeJS.ProcessEnv): string | null =>
  configNamedIn(words, env) ?? configFiles.find(name => existsSync(name)) ?? null
