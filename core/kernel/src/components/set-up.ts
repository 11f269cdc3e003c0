import { join } from 'node:path'
import type { Driver } from '@linecard/driver-kit'
import type { Context, Events, Plugin, Processes } from '@linecard/plugin-kit'
import type { Database } from '../database/index.ts'
import type { MetricSource } from '../http/exposition.ts'
import { messageOf, placeIn } from '../log/error.ts'
import { withTimeLimit } from '../time-limit.ts'
import { logState, type ComponentLog, type LoadedComponent } from './component.ts'
import { channelFaults } from './channels.ts'
import { conditionFaults } from './conditions.ts'
import { enterOf, type Mark } from './entered.ts'
import type { ServiceTable } from './services.ts'
import { sourceFaults } from './sources.ts'
import { slotOf } from '../http/slots.ts'
import { tablePrefix } from './declarations.ts'

/** What can belong to one plugin only: permission keys, types of hits, prefixes, tables. */
interface Claims {
  /** What a plugin claims that another one has already. Takes its claims if there is none. */
  take(plugin: Plugin): string[]
}

/** Tables of migrations: the schema of a plugin is plain SQL. */
const createdTable = /\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?/gi

/** The tables that a plugin declares, with the place of each. */
function tablesOf({ entities = [], migrations = [] }: Plugin): [table: string, where: string][] {
  const mapped = entities.flatMap((entity): [string, string][] => {
    const { tableName, name } = (entity as { meta?: { tableName?: string; name?: string } }).meta ?? {}
    return tableName ? [[tableName, `entity ${name ?? tableName}`]] : []
  })
  const created = migrations.flatMap(({ name, up }) =>
    [...up.matchAll(createdTable)].map((match): [string, string] => [match[1]!, `migration ${name}`]),
  )
  return [...mapped, ...created]
}

const tableClaim = (table: string) => `the table "${table}"`

const own = (kind: string, names: object | undefined, how: string) =>
  Object.keys(names ?? {}).map((name): [string, string] => [`${kind} "${name}"`, how])

const claimsOf = (plugin: Plugin): [what: string, how: string][] => {
  const slot = slotOf(plugin)
  return [
    ...own('the permission', plugin.permissions, `name it "${tablePrefix(plugin.id)}…"`),
    ...own('the poller', plugin.pollers, 'name it otherwise, or store its results with "pollStores"'),
    ...own('the search type', plugin.search, 'name the type of hit otherwise'),
    ...own('the event', plugin.conditions, 'name the condition otherwise'),
    ...own('the channel', plugin.channels, 'name the channel otherwise'),
    ...own('the place type', plugin.places, 'name the type of hit otherwise'),
    ...tablesOf(plugin).map(([table]): [string, string] => [
      tableClaim(table),
      `a table of this plugin begins with "${tablePrefix(plugin.id)}"`,
    ]),
    ...(slot ? [[`the http prefix "${slot.prefix}"`, 'set another "prefix"'] as [string, string]] : []),
  ]
}

function createClaims(): Claims {
  const owners = new Map<string, string>()
  const prefixes = new Map<string, string>()

  const tableFaults = (plugin: Plugin): string[] => {
    const prefix = tablePrefix(plugin.id)
    return tablesOf(plugin).flatMap(([table, where]) => {
      if (owners.has(tableClaim(table))) return []
      if (!table.startsWith(prefix)) return [`${where}: table "${table}" must be named "${prefix}<noun>"`]
      const longer = [...prefixes].find(([other]) => other.length > prefix.length && table.startsWith(other))
      return longer
        ? [`${where}: table "${table}" has the prefix of plugin "${longer[1]}": name it otherwise`]
        : []
    })
  }

  return {
    take(plugin) {
      const claims = claimsOf(plugin)
      const faults = claims.flatMap(([what, how]) => {
        const owner = owners.get(what)
        return owner === undefined ? [] : [`${what} belongs to plugin "${owner}" already: ${how}`]
      })
      faults.push(...tableFaults(plugin))
      if (faults.length > 0) return faults
      for (const [what] of claims) owners.set(what, plugin.id)
      prefixes.set(tablePrefix(plugin.id), plugin.id)
      return []
    },
  }
}

/** Longest time of one `setup` or `stop`, in ms. */
export const maxSetupMs = 30_000

/** What a plugin is set up with. */
export interface SetUpOptions {
  components: readonly LoadedComponent[]
  /** As in the running code of its components. */
  installation: Mark
  database: Database
  events: Events
  processes: Processes
  services: ServiceTable
  vault: Context['vault']
  dataDir: string
  /** Gives a component that is about to be set up its present settings. */
  settle(component: LoadedComponent): void
  /** Keys of the permissions of all plugins, running or not. */
  permissions: ReadonlySet<string>
  /** Why the jobs of a plugin cannot be scheduled. */
  jobFaults(plugin: Plugin): string[]
  /** What is wrong with the metrics of a plugin beside those that run. @throws what the plugin throws */
  metricFaults(source: MetricSource): string[]
  log: ComponentLog
  /** Longest time of one `setup`, in ms. 30 s by default. */
  setupMs?: number
}

export const readyDrivers = (components: readonly LoadedComponent[]): Driver[] =>
  components.flatMap(({ driver, state }) => (driver && state === 'ready' ? [driver] : []))

/** What the `setup` of a plugin receives. */
function contextOf(component: LoadedComponent, options: SetUpOptions): Context {
  const { components, installation, database, events, processes, services, vault, dataDir, log } = options
  const enter = enterOf(component, installation)
  const { id } = component.plugin!
  return {
    id,
    config: component.settings,
    em: database.em,
    copyIn: database.copyIn,
    get drivers() {
      return readyDrivers(components)
    },
    events: { ...events, on: (name, handler) => events.on(name, value => enter(() => handler(value))) },
    processes: { ...processes, onEnded: handler => processes.onEnded(ids => enter(() => handler(ids))) },
    log: log.child({ plugin: component.key }),
    clock: () => new Date(),
    vault,
    folder: join(dataDir, id),
    provide: (name, service) => services.provide(component.key, name, service),
    use: services.use,
    find: services.find,
  }
}

/** Why an enabled plugin cannot run. Null if all plugins that it requires run. */
function blockedBy({ plugin }: LoadedComponent, components: readonly LoadedComponent[]): string | null {
  const blocker = plugin?.requires
    ?.map(id => components.find(({ key }) => key === id))
    .find(needed => needed?.state !== 'ready')
  return blocker ? `needs ${blocker.key}, which is ${blocker.state}` : null
}

/**
 * Runs `setup`. A context that comes too late is ended again, so that nothing of the plugin goes on.
 * @throws what `setup` throws, or Error if it takes too long
 */
async function contextWithin(component: LoadedComponent, options: SetUpOptions): Promise<unknown> {
  const { setupMs = maxSetupMs } = options
  const plugin = component.plugin!
  let late = false
  const setUp = async () => {
    try {
      return await plugin.setup(contextOf(component, options) as never)
    } catch (cause) {
      const place = placeIn(component.package.folder, cause)
      throw new Error(`setup threw: ${messageOf(cause)}${place}`, { cause })
    }
  }
  const context = setUp()
  context.then(made => (late ? plugin.stop?.(made as never) : undefined)).catch(() => undefined)
  return withTimeLimit(setupMs, 'setup', context, () => {
    late = true
    return new Error(
      `setup did not end within ${setupMs / 1000} s: ` +
        'let it begin long work without waiting for it, or do that in a job',
    )
  })
}

/** What the declarations of a plugin lack beside those of the plugins that run. */
const faultsBeside = (plugin: Plugin, claims: Claims, { permissions, jobFaults }: SetUpOptions): string[] => [
  ...sourceFaults(plugin, permissions),
  ...conditionFaults(plugin),
  ...channelFaults(plugin),
  ...jobFaults(plugin),
  ...claims.take(plugin),
]

/** Claims of the plugins that run, then of those that want to, in the order of the config. */
export function faultsOfWanted(
  wanted: readonly LoadedComponent[],
  options: SetUpOptions,
): Map<LoadedComponent, string> {
  const claims = createClaims()
  for (const { plugin, state } of options.components) if (plugin && state === 'ready') claims.take(plugin)
  return new Map(
    wanted
      .toSorted((a, b) => a.rank - b.rank)
      .map(component => [component, faultsBeside(component.plugin!, claims, options).join('; ')]),
  )
}

/** Migrates and sets up one plugin. @throws whatever keeps it from running */
async function run(component: LoadedComponent, options: SetUpOptions): Promise<readonly string[]> {
  const { database, settle, metricFaults } = options
  const plugin = component.plugin!
  settle(component)
  const migrations = await database.migrate(plugin.id, plugin.migrations ?? [])
  const context = await contextWithin(component, options)
  try {
    const metrics = () => plugin.metrics?.(context as never) ?? []
    const faults = metricFaults({ key: component.key, metrics })
    if (faults.length > 0) throw new Error(faults.join('; '))
  } catch (error) {
    await tearDownOne(component, context, maxSetupMs, options)
    throw new Error(`metrics: ${messageOf(error)}`, { cause: error })
  }
  component.context = context
  return migrations
}

/** Sets up one plugin. Returns whether it runs; if not, its state and reason say why. */
export async function setUpOne(
  component: LoadedComponent,
  fault: string,
  options: SetUpOptions,
): Promise<boolean> {
  const { components, services, log } = options
  const start = performance.now()
  const cannot = (state: 'failed' | 'blocked', reason: string, error?: unknown): false => {
    Object.assign(component, { state, reason })
    logState(component, log, error)
    return false
  }
  if (fault !== '') return cannot('failed', fault)
  const blocker = blockedBy(component, components)
  if (blocker) return cannot('blocked', blocker)
  try {
    const migrations = await run(component, options)
    component.state = 'ready'
    component.reason = null
    const ms = Math.round(performance.now() - start)
    log.child({ plugin: component.key }).info({ ms, migrations }, 'plugin ready')
    return true
  } catch (error) {
    services.withdraw(component.key)
    return cannot('failed', messageOf(error), error)
  }
}

/** Ends a plugin. A throw of the plugin is logged. */
export async function tearDownOne(
  component: LoadedComponent,
  context: unknown,
  timeoutMs: number,
  { log }: Pick<SetUpOptions, 'log'>,
): Promise<void> {
  try {
    const stopped = async () => component.plugin?.stop?.(context as never)
    await withTimeLimit(timeoutMs, 'stop', stopped())
  } catch (error) {
    log
      .child({ plugin: component.key })
      .error({ err: error }, `plugin did not stop cleanly: ${messageOf(error)}`)
  }
}
