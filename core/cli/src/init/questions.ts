import equipment from '@linecard/equipment'
import { settingsWith } from '@linecard/equipment/library'
import { ConfigSchema, valueFaults, type InstalledPackage } from '@linecard/kernel'
import { CommandError } from '../command.ts'

/** A first configuration, as it stands in its file. */
export interface FirstConfig {
  data_dir: string
  http: { host: string; port: number }
  database?: { url: string }
  drivers: string[]
  plugins: string[]
  settings: { equipment: { networks: string[] } }
}

/** What a first configuration needs to know. */
export interface Question {
  /** Of the flag that answers it: `--data-dir` is `dataDir`. */
  option: string
  text: string
  /** The answer of a person who gives none. */
  standard: string
  /** Puts an answer into the configuration. @throws CommandError for one that does not fit */
  put(answer: string, into: FirstConfig): void
}

/** Before any question. */
export const emptyConfig = (): FirstConfig => ({
  data_dir: '.linecard',
  http: { host: '127.0.0.1', port: 8088 },
  drivers: [],
  plugins: [],
  settings: { equipment: { networks: settingsWith({}).networks } },
})

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map(part => part.trim())
    .filter(Boolean)

/** Changes the configuration, unless a start would refuse it then. @throws CommandError */
function change(into: FirstConfig, changed: Partial<FirstConfig>): void {
  const { settings, ...rest } = structuredClone({ ...into, ...changed })
  const wrong = [
    ...valueFaults(ConfigSchema, { ...rest, database: changed.database ?? {} }),
    ...valueFaults(equipment.config, settings.equipment, 'settings.equipment'),
  ]
  if (wrong.length > 0) throw new CommandError(wrong.join('; '))
  Object.assign(into, changed)
}

/** The variable from which the service takes its database. */
const urlVariable = (env: NodeJS.ProcessEnv): string =>
  env['LINECARD_DATABASE_URL'] ? 'LINECARD_DATABASE_URL' : 'DATABASE_URL'

function putDatabase(answer: string, into: FirstConfig, env: NodeJS.ProcessEnv): void {
  if (answer === 'embedded') return
  if (answer === 'environment') {
    into.database = { url: `{${urlVariable(env)}}` }
    return
  }
  const url = URL.parse(answer)
  if (!url || !/^postgres(ql)?:$/.test(url.protocol))
    throw new CommandError(
      'the database must be "embedded", "environment" (the variable DATABASE_URL), ' +
        'or a URL such as postgres://linecard@127.0.0.1:5432/linecard',
    )
  if (url.password)
    throw new CommandError(
      'the URL of the database must have no password here, where others may see it: ' +
        'leave it out and it is asked for, or set DATABASE_URL and answer "environment"',
    )
  change(into, { database: { url: answer } })
}

/** Names of the chosen packages of one kind: `all`, `none`, or their names or ids. */
function chosen(
  kind: InstalledPackage['kind'],
  answer: string,
  installed: readonly InstalledPackage[],
): string[] {
  const known = installed.filter(one => one.kind === kind)
  if (answer === 'none') return []
  if (answer === 'all') return known.filter(({ fault }) => fault === null).map(({ name }) => name)
  const others = known.map(({ id }) => id).join(', ')
  const names = listOf(answer).map(wanted => {
    const found = known.find(({ id, name }) => wanted === name || wanted === id)
    if (!found)
      throw new CommandError(
        `${kind} "${wanted}" is not installed: install its package with npm, or leave it out` +
          (others ? ` (installed: ${others})` : ''),
      )
    if (found.fault) throw new CommandError(`${kind} "${wanted}" cannot be used: ${found.fault}`)
    return found.name
  })
  return [...new Set(names)]
}

/** All questions, in their order. */
export function questionsOf(installed: readonly InstalledPackage[], env: NodeJS.ProcessEnv): Question[] {
  const standard = emptyConfig()
  const which = (kind: InstalledPackage['kind']) =>
    `all (${chosen(kind, 'all', installed).length} installed), none, or some of them by name or id`
  return [
    {
      option: 'dataDir',
      text: 'Data folder, from the folder of the file',
      standard: standard.data_dir,
      put: (answer, into) => change(into, { data_dir: answer }),
    },
    {
      option: 'host',
      text: 'Address to listen on (0.0.0.0: all of this machine)',
      standard: standard.http.host,
      put: (host, into) => change(into, { http: { ...into.http, host } }),
    },
    {
      option: 'port',
      text: 'Port',
      standard: String(standard.http.port),
      // What is no number stays a text, for the schema to refuse.
      put: (text, into) =>
        change(into, { http: { ...into.http, port: (/^\d+$/.test(text) ? Number(text) : text) as number } }),
    },
    {
      option: 'database',
      text: `Database: embedded, environment (the variable ${urlVariable(env)}), or a URL without password`,
      standard: env[urlVariable(env)] ? 'environment' : 'embedded',
      put: (answer, into) => putDatabase(answer, into, env),
    },
    {
      option: 'networks',
      text: 'Networks of the equipment, separated by commas',
      standard: standard.settings.equipment.networks.join(','),
      put: (answer, into) => change(into, { settings: { equipment: { networks: listOf(answer) } } }),
    },
    {
      option: 'drivers',
      text: `Drivers: ${which('driver')}`,
      standard: 'all',
      put: (answer, into) => change(into, { drivers: chosen('driver', answer, installed) }),
    },
    {
      option: 'plugins',
      text: `Plugins: ${which('plugin')}`,
      standard: 'all',
      put: (answer, into) => change(into, { plugins: chosen('plugin', answer, installed) }),
    },
  ]
}
