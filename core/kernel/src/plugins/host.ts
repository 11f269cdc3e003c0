import { join } from 'node:path'
import type { Driver } from '@linecard/driver-kit'
import type { Context, Events, Logger } from '@linecard/plugin-kit'
import type { Database } from '../database/index.ts'
import { messageOf } from '../log/error.ts'
import { within } from '../within.ts'
import type { Part } from './part.ts'
import type { ServiceTable } from './services.ts'

/** Longest time a plugin may take to set itself up or to stop, in ms. */
const setupTimeoutMs = 30_000

export interface Host {
  /** In the order in which they are set up. */
  readonly parts: readonly Part[]
  ready(): Part[]
  drivers(): readonly Driver[]
  /** Sets up every enabled plugin that does not run yet. Gives those that run now. */
  setUp(): Promise<Part[]>
  /** Takes a running plugin out of use, and those that need it. */
  fail(part: Part, reason: string): Promise<void>
  /** Ends a plugin. Its part is marked by the caller; a throw is logged. */
  tearDown(part: Part, context: unknown, timeoutMs: number): Promise<void>
}

export interface HostParts {
  parts: readonly Part[]
  database: Database
  events: Events
  services: ServiceTable
  vault: Context['vault']
  dataDir: string
  /** Gives a part that is about to be set up its present settings. */
  settle(part: Part): void
  log: { child(fields: { plugin: string }): Logger }
}

export function createHost({
  parts,
  database,
  events,
  services,
  vault,
  dataDir,
  settle,
  log,
}: HostParts): Host {
  const byKey = new Map(parts.map(part => [part.key, part]))
  const drivers = () => parts.filter(part => part.driver && part.state === 'ready').map(part => part.driver!)

  const contextOf = (part: Part): Context => ({
    id: part.plugin!.id,
    config: part.settings,
    em: () => database.em(),
    get drivers() {
      return drivers()
    },
    events,
    log: log.child({ plugin: part.key }),
    clock: () => new Date(),
    vault,
    folder: join(dataDir, part.plugin!.id),
    provide: (name, service) => services.provide(part.key, name, service),
    use: name => services.use(name),
  })

  /** Why a plugin cannot run although it is enabled itself. */
  const blockedBy = (part: Part): string | null => {
    const blocker = part.plugin!.requires?.map(id => byKey.get(id)).find(needed => needed?.state !== 'ready')
    return blocker ? `needs ${blocker.key}, which is ${blocker.state}` : null
  }

  const setUpOne = async (part: Part): Promise<boolean> => {
    const plugin = part.plugin!
    const start = performance.now()
    const pluginLog = log.child({ plugin: part.key })
    part.reason = blockedBy(part)
    if (part.reason) {
      part.state = 'blocked'
      pluginLog.warn(`blocked: ${part.reason}`)
      return false
    }
    try {
      settle(part)
      const applied = await database.migrate(plugin.id, plugin.migrations ?? [])
      part.context = await within(
        setupTimeoutMs,
        'setup',
        Promise.resolve(plugin.setup(contextOf(part) as never)),
      )
      part.state = 'ready'
      pluginLog.info({ ms: Math.round(performance.now() - start), migrations: applied }, 'plugin ready')
      return true
    } catch (error) {
      services.withdraw(part.key)
      part.state = 'failed'
      part.reason = messageOf(error)
      pluginLog.error({ err: error }, `plugin failed: ${part.reason}`)
      return false
    }
  }

  const tearDown = async (part: Part, context: unknown, timeoutMs: number): Promise<void> => {
    try {
      await within(timeoutMs, 'stop', Promise.resolve(part.plugin?.stop?.(context as never)))
    } catch (error) {
      log
        .child({ plugin: part.key })
        .error({ err: error }, `plugin did not stop cleanly: ${messageOf(error)}`)
    }
    // Switched on again meanwhile, its services are those of the new run.
    if (part.state !== 'ready') services.withdraw(part.key)
  }

  const end = async (part: Part, state: 'failed' | 'blocked', reason: string): Promise<void> => {
    part.state = state
    part.reason = reason
    log.child({ plugin: part.key }).error({}, `plugin ${state}: ${reason}`)
    for (const other of parts) {
      if (other.state === 'ready' && other.plugin?.requires?.includes(part.key))
        await end(other, 'blocked', `needs ${part.key}, which is ${state}`)
    }
    await tearDown(part, part.context, setupTimeoutMs)
  }

  return {
    parts,
    drivers,
    tearDown,
    fail: (part, reason) => end(part, 'failed', reason),
    ready: () => parts.filter(part => part.plugin && part.state === 'ready'),
    async setUp() {
      const started: Part[] = []
      for (const part of parts) {
        if (
          part.plugin &&
          part.enabled &&
          part.state !== 'ready' &&
          part.state !== 'incompatible' &&
          (await setUpOne(part))
        )
          started.push(part)
      }
      return started
    },
  }
}
