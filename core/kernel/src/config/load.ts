import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { StartError } from '../start-error.ts'
import { check } from './check.ts'
import { dataDirIn } from './data-dir.ts'
import { expand, commaList, namesIn } from './placeholders.ts'
import { ConfigSchema, type Config } from './schema.ts'

export interface Loaded {
  config: Config
  /**
   * The folder from which package names are looked up first: that of the config file, or else the working
   * folder.
   */
  dir: string
  /** Names of the variables that it uses as placeholders. */
  variables: ReadonlySet<string>
}

type Raw = Record<string, Record<string, unknown> | unknown>

function readFile(file: string): unknown {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    throw new StartError(
      `Config file ${file} cannot be read: ${(cause as NodeJS.ErrnoException).code ?? cause}`,
      { cause },
    )
  }
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new StartError(`Config file ${file} is not JSON: ${(cause as Error).message}`, { cause })
  }
}

/** Variables that win over the config file, with their place in it. Lists are separated by commas. */
export const overrides: readonly [
  variable: string,
  path: readonly [section: string, key?: string],
  list?: true,
][] = [
  ['LINECARD_HOST', ['http', 'host']],
  ['LINECARD_PORT', ['http', 'port']],
  ['LINECARD_DATA_DIR', ['data_dir']],
  ['DATABASE_URL', ['database', 'url']],
  ['LINECARD_DATABASE_URL', ['database', 'url']],
  ['LINECARD_LOG_LEVEL', ['log', 'level']],
  ['LINECARD_TRUSTED_HOSTS', ['http', 'trusted_hosts'], true],
  ['LINECARD_TRUSTED_PROXIES', ['http', 'trusted_proxies'], true],
  ['LINECARD_CORS_ORIGINS', ['http', 'cors_origins'], true],
  ['LINECARD_METRICS_PUBLIC', ['http', 'metrics_public']],
  ['LINECARD_WORKERS', ['workers', 'processes']],
  ['LINECARD_WORKER_GROUP', ['workers', 'group']],
]

function override(raw: Raw, env: NodeJS.ProcessEnv): void {
  for (const [variable, [section, key], list] of overrides) {
    const text = env[variable]
    if (text === undefined || text === '') continue
    const value = list ? commaList(text) : text
    if (!key) raw[section] = value
    else raw[section] = { ...(raw[section] as object), [key]: value }
  }
}

/**
 * Reads the config: file or object, `{ENV}` placeholders, environment, then schema with defaults.
 * @throws StartError naming every missing variable, or every wrong key
 */
export function loadConfig(options: {
  configFile?: string
  config?: object
  env: NodeJS.ProcessEnv
}): Loaded {
  const file = options.configFile ? resolve(options.configFile) : null
  const source = file ?? 'given to boot'
  const given = options.config ?? (file ? readFile(file) : {})
  if (!given || typeof given !== 'object' || Array.isArray(given))
    throw new StartError(`Config ${source} must be a JSON object`)
  const missing = new Set<string>()
  const raw = expand(given, options.env, missing) as Raw
  if (missing.size > 0)
    throw new StartError(
      `Config ${source} uses environment variables that are not set: ${[...missing].toSorted().join(', ')}`,
    )

  const dir = file ? dirname(file) : process.cwd()
  const dataDir = dataDirIn(raw['data_dir'], dir, options.env)
  override(raw, options.env)
  const wrong = check(ConfigSchema, raw)
  if (wrong.length > 0) throw new StartError(`Config ${source}: ${wrong.join('; ')}`)
  const config = raw as unknown as Config
  return { config: { ...config, data_dir: dataDir }, dir, variables: namesIn(given) }
}
