import { join } from 'node:path'
import type { Driver } from '@linecard/driver-kit'
import type { Context, Events, Logger, Processes } from '@linecard/plugin-kit'
import type { Database } from '../database/index.ts'
import { messageOf } from '../log/error.ts'
import { withTimeLimit } from '../time-limit.ts'
import type { LoadedComponent } from './component.ts'
import type { ServiceTable } from './services.ts'

/** Longest time of one `setup` or `stop`, in ms. */
const maxSetupMs = 30_000

/** Sets plugins up and ends them. */
export interface Host {
  /** In the order in which they are set up. */
  readonly components: readonly LoadedComponent[]
  /** The plugins that run. */
  ready(): LoadedComponent[]
  drivers(): readonly Driver[]
  /** Sets up every enabled plugin that does not run yet. Returns those that run now. */
  setUp(): Promise<LoadedComponent[]>
  /** Ends a running plugin as `failed`, and those that require it as `blocked`. */
  fail(component: LoadedComponent, reason: string): Promise<void>
  /** Ends a plugin whose state the caller has changed. A throw of the plugin is logged. */
  tearDown(component: LoadedComponent, context: unknown, timeoutMs: number): Promise<void>
}

export interface HostOptions {
  components: readonly LoadedComponent[]
  database: Database
  events: Events
  processes: Processes
  services: ServiceTable
  vault: Context['vault']
  dataDir: string
  /** Gives a component that is about to be set up its present settings. */
  settle(component: LoadedComponent): void
  log: { child(fields: { plugin: string }): Logger }
}

const readyDrivers = (components: readonly LoadedComponent[]): Driver[] =>
  components.flatMap(({ driver, state }) => (driver && state === 'ready' ? [driver] : []))

/** What the `setup` of a plugin receives. */
function contextOf(component: LoadedComponent, options: HostOptions): Context {
  const { components, database, events, processes, services, vault, dataDir, log } = options
  const { id } = component.plugin!
  return {
    id,
    config: component.settings,
    em: database.em,
    get drivers() {
      return readyDrivers(components)
    },
    events,
    processes,
    log: log.child({ plugin: component.key }),
    clock: () => new Date(),
    vault,
    folder: join(dataDir, id),
    provide: (name, service) => services.provide(component.key, name, service),
    use: services.use,
  }
}

/** Why an enabled plugin cannot run. Null if all plugins that it requires run. */
function blockedBy({ plugin }: LoadedComponent, components: readonly LoadedComponent[]): string | null {
  const blocker = plugin?.requires
    ?.map(id => components.find(({ key }) => key === id))
    .find(needed => needed?.state !== 'ready')
  return blocker ? `needs ${blocker.key}, which is ${blocker.state}` : null
}

/** Migrates and sets up one plugin. Returns whether it runs; if not, its state and reason say why. */
async function setUpOne(component: LoadedComponent, options: HostOptions): Promise<boolean> {
  const { components, database, services, settle } = options
  const log = options.log.child({ plugin: component.key })
  const plugin = component.plugin!
  const start = performance.now()
  component.reason = blockedBy(component, components)
  if (component.reason) {
    component.state = 'blocked'
    log.warn(`blocked: ${component.reason}`)
    return false
  }
  try {
    settle(component)
    const migrations = await database.migrate(plugin.id, plugin.migrations ?? [])
    const context = Promise.resolve(plugin.setup(contextOf(component, options) as never))
    component.context = await withTimeLimit(maxSetupMs, 'setup', context)
    component.state = 'ready'
    log.info({ ms: Math.round(performance.now() - start), migrations }, 'plugin ready')
    return true
  } catch (error) {
    services.withdraw(component.key)
    component.state = 'failed'
    component.reason = messageOf(error)
    log.error({ err: error }, `plugin failed: ${component.reason}`)
    return false
  }
}

export function createHost(options: HostOptions): Host {
  const { components, services, log } = options

  const tearDown: Host['tearDown'] = async (component, context, timeoutMs) => {
    try {
      await withTimeLimit(timeoutMs, 'stop', Promise.resolve(component.plugin?.stop?.(context as never)))
    } catch (error) {
      log
        .child({ plugin: component.key })
        .error({ err: error }, `plugin did not stop cleanly: ${messageOf(error)}`)
    }
    // If it was switched on again meanwhile, its services are those of the new run.
    if (component.state !== 'ready') services.withdraw(component.key)
  }

  const end = async (
    component: LoadedComponent,
    state: 'failed' | 'blocked',
    reason: string,
  ): Promise<void> => {
    component.state = state
    component.reason = reason
    log.child({ plugin: component.key }).error({}, `plugin ${state}: ${reason}`)
    for (const other of components) {
      if (other.state === 'ready' && other.plugin?.requires?.includes(component.key))
        await end(other, 'blocked', `needs ${component.key}, which is ${state}`)
    }
    await tearDown(component, component.context, maxSetupMs)
  }

  return {
    components,
    drivers: () => readyDrivers(components),
    tearDown,
    fail: (component, reason) => end(component, 'failed', reason),
    ready: () => components.filter(({ plugin, state }) => plugin && state === 'ready'),
    async setUp() {
      const started: LoadedComponent[] = []
      for (const component of components) {
        const { plugin, enabled, state } = component
        if (!plugin || !enabled || state === 'ready' || state === 'incompatible') continue
        if (await setUpOne(component, options)) started.push(component)
      }
      return started
    },
  }
}
