import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { fail, ok, warn, type Finding } from '@linecard/plugin-kit/doctor'
import { loadConfig, type Loaded } from '../config/load.ts'
import { StartError } from '../start-error.ts'

/** A URL with its password, and not with the name of a variable in its place. */
const passwordIn = /postgres(?:ql)?:\/\/[^:@/\s"]+:[^{@\s"][^@\s"]*@/

const openMode = 0o077

function secretFindings(file: string): Finding[] {
  const mode = statSync(file).mode & 0o777
  if ((mode & openMode) === 0 || !passwordIn.test(readFileSync(file, 'utf8'))) return []
  return [
    warn(
      'configuration',
      `${file} has the password of the database, and other users of this machine may open it ` +
        `(mode ${mode.toString(8)})`,
      `chmod 600 ${file}, or write {DATABASE_URL} in place of the URL`,
    ),
  ]
}

/** Reads the configuration as a start does. Without it nothing else can be looked at. */
export function lookAtConfiguration(
  configFile: string,
  env: NodeJS.ProcessEnv,
): { findings: Finding[]; loaded: Loaded | null } {
  const file = resolve(configFile)
  try {
    const loaded = loadConfig({ configFile: file, env })
    const { drivers, plugins } = loaded.config
    const found = `${file}: ${drivers.length} drivers, ${plugins.length} plugins`
    return { findings: [ok('configuration', found), ...secretFindings(file)], loaded }
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    const advice = 'correct the file or the variable; linecard init writes a first one'
    return { findings: [fail('configuration', error.message, advice)], loaded: null }
  }
}
