import { fail, ok, type Finding, type Machine } from '@linecard/plugin-kit/doctor'
import type { LoadedComponent } from '../components/component.ts'
import type { Loaded } from '../config/load.ts'
import { messageOf } from '../log/error.ts'
import { scrub } from '../log/index.ts'
import { effectiveOf } from '../settings/subject.ts'
import type { StoredSettings } from '../settings/store.ts'
import { lookAtConfiguration } from './configuration.ts'
import { reach } from './database.ts'
import { lookAtFolder } from './folder.ts'
import { lookAtListening } from './listening.ts'
import { lookAtPackages } from './packages.ts'
import { lookAtServer } from './server.ts'
import { lookAtTables, storedSettings } from './stored.ts'

/** What `examine` looks at, and with what. */
export interface ExamineOptions {
  configFile: string
  env: NodeJS.ProcessEnv
  lookIn?: readonly string[]
  /** Whether a service of a data folder runs. */
  serviceRuns(dataDir: string): Promise<boolean>
  /** Time of this machine, in ms. */
  clock?(): number
}

/** The oldest Node on which Linecard runs. */
const neededNode = 24

/** Whether a version of Node is new enough. */
export const nodeFinding = (version: string): Finding =>
  Number(version.split('.')[0]) >= neededNode
    ? ok('node', `Node ${version}`)
    : fail('node', `Node ${version} is too old`, `install Node ${neededNode} or newer`)

/** A check that fails in itself is told as such, and the others go on. */
async function safely(check: string, look: () => Promise<Finding[]> | Finding[]): Promise<Finding[]> {
  try {
    return await look()
  } catch (error) {
    return [
      fail(check, `this could not be looked at: ${messageOf(error)}`, 'see whether the other lines tell why'),
    ]
  }
}

/** All about the database. Gives the settings that operators stored in it. */
async function lookAtDatabase(
  { config }: Loaded,
  components: readonly LoadedComponent[],
  clock: () => number,
): Promise<{ findings: Finding[]; stored: StoredSettings }> {
  const { client, finding } = await reach(config)
  if (!client) return { findings: [finding], stored: new Map() }
  try {
    const { processes: workers } = config.workers
    const server = await safely('database', () => lookAtServer(client, { workers, clock }))
    const tables = await safely('tables', () => lookAtTables(client, components))
    const stored = await storedSettings(client).catch((): StoredSettings => new Map())
    return { findings: [finding, ...server, ...tables], stored }
  } finally {
    await client.end()
  }
}

/** What each plugin says of its settings, as they are in force. */
async function askPlugins(
  components: readonly LoadedComponent[],
  { config }: Loaded,
  env: NodeJS.ProcessEnv,
  stored: StoredSettings,
  machine: Machine,
): Promise<Finding[]> {
  const found: Finding[] = []
  for (const component of components) {
    const { plugin } = component
    if (!plugin?.doctor) continue
    const { values } = effectiveOf({ ...component, plugin }, { file: config.settings, env }, stored)
    found.push(...(await safely(component.key, async () => [...(await plugin.doctor!(values, machine))])))
  }
  return found
}

/** Takes passwords of databases out of every text, whoever wrote it. */
const masked = (findings: readonly Finding[]): Finding[] =>
  findings.map(one => ({ ...one, found: scrub(one.found), advice: one.advice && scrub(one.advice) }))

/**
 * Looks at an installation as `linecard doctor` shows it: configuration, packages, data folder, database,
 * ports, and what plugins need. Changes nothing, starts no database, and names no secret.
 */
export async function examine(options: ExamineOptions): Promise<Finding[]> {
  const { configFile, env, lookIn = [], clock = Date.now } = options
  const node = nodeFinding(process.versions.node)
  const { findings: first, loaded } = lookAtConfiguration(configFile, env)
  if (!loaded) return masked([node, ...first])
  const { config } = loaded
  const serviceRuns = await options.serviceRuns(config.data_dir)
  const { findings: packages, components } = await lookAtPackages(loaded, env, lookIn)
  const folder = await safely('data folder', () =>
    lookAtFolder(config.data_dir, config.database.url === null),
  )
  const { findings: database, stored } = await lookAtDatabase(loaded, components, clock)
  const listening = await safely('port', () => lookAtListening(config.http, serviceRuns))
  const machine = { serviceRuns, path: env['PATH'] ?? '' }
  const plugins = await askPlugins(components, loaded, env, stored, machine)
  return masked([node, ...first, ...packages, ...folder, ...database, ...listening, ...plugins])
}
