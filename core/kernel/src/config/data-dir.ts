import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { expand } from './placeholders.ts'

/**
 * Where the data folder of a config is: `LINECARD_DATA_DIR`, or what its file says, from the folder of the
 * file.
 */
export function dataDirIn(given: unknown, dir: string, env: NodeJS.ProcessEnv): string {
  const variable = env['LINECARD_DATA_DIR']
  if (variable) return resolve(variable)
  return typeof given === 'string' && given !== '' ? resolve(dir, given) : resolve('.linecard')
}

/**
 * The data folder of a config file, without a check of the rest of the file. Null for a file that cannot be
 * read, or that names a variable which is not set: the check of the whole config tells why.
 */
export function dataDirOf(configFile: string, env: NodeJS.ProcessEnv): string | null {
  try {
    const raw = JSON.parse(readFileSync(configFile, 'utf8')) as { data_dir?: unknown } | null
    const missing = new Set<string>()
    const given = expand(raw?.data_dir, env, missing)
    return missing.size > 0 ? null : dataDirIn(given, dirname(resolve(configFile)), env)
  } catch {
    return null
  }
}
