import { readFileSync } from 'node:fs'
import type { DestinationStream } from 'pino'
import type { Driver } from '@linecard/driver-kit'
import type { Plugin } from '@linecard/plugin-kit'
import { loadConfig } from './config/load.ts'
import { openDatabase } from './database/index.ts'
import { createEvents } from './events/index.ts'
import { createGenerations } from './generations.ts'
import { buildApp, type App } from './http/app.ts'
import { ContractError } from './http/contract.ts'
import { createListener } from './http/listener.ts'
import { SlotError } from './http/slots.ts'
import { createIdempotency } from './http/idempotency-store.ts'
import { createMetrics } from './http/metrics.ts'
import { createTickets } from './http/plugins/identity.ts'
import { createScheduler } from './jobs/index.ts'
import { messageOf } from './log/error.ts'
import { createLog } from './log/index.ts'
import { createInstallation } from './installation.ts'
import { kernelMeasures } from './measures.ts'
import { kernelMigrations } from './migrations.ts'
import { discover, refuseTwins } from './plugins/discover.ts'
import { settleDrivers } from './plugins/drivers.ts'
import { createHost } from './plugins/host.ts'
import { jobsOf, loadParts, packageOf, settle } from './plugins/load.ts'
import { componentOf } from './plugins/part.ts'
import { permissionsOf } from './plugins/permissions.ts'
import { serviceTable } from './plugins/services.ts'
import { assertSources } from './plugins/sources.ts'
import { componentStore } from './plugins/store.ts'
import { createSwitchboard } from './plugins/switch.ts'
import { call, type Running } from './running.ts'
import { createSettings } from './settings/index.ts'
import { StartError } from './start-error.ts'
import { timeline } from './timeline.ts'
import { unwinding } from './unwinding.ts'
import { openVault } from './vault/index.ts'

export interface BootOptions {
  configFile?: string
  /** Instead of a file. */
  config?: object
  env?: NodeJS.ProcessEnv
  /** `command` opens no socket and runs no jobs. */
  mode?: 'serve' | 'command'
  /** Parts that come as objects and not as packages: tests and examples. */
  plugins?: readonly Plugin[]
  drivers?: readonly Driver[]
  /** Packages that are always on; the core unless said. */
  core?: readonly string[]
  /** Where the log goes; stdout for a service, stderr for a command unless said. */
  logTo?: DestinationStream
}

/**
 * Longest time of a stop and of its parts, in ms. A part that uses up its time takes it from those after it.
 */
const stopMs = { all: 9_500, requests: 4_000, jobs: 2_000, plugins: 2_000 }

const version = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version

/**
 * Starts an installation.
 * @throws StartError for what a person must mend; what was already open is closed again
 */
export async function boot(options: BootOptions = {}): Promise<Running> {
  const env = options.env ?? process.env
  const serve = (options.mode ?? 'serve') === 'serve'
  const { config, dir } = loadConfig({ configFile: options.configFile, config: options.config, env })
  // What a command has to say is its answer.
  const level = !serve && config.log.level === 'info' ? 'warn' : config.log.level
  const log = createLog({ level, to: options.logTo ?? (serve ? 'stdout' : 'stderr') })
  const step = timeline(log)
  const undo = unwinding(log, stopMs.all)

  try {
    const packages = await step('discover packages', () => {
      const found = [
        ...discover(config, dir, options.core),
        ...(options.plugins ?? []).map(packageOf('plugin', version)),
        ...(options.drivers ?? []).map(packageOf('driver', version)),
      ]
      refuseTwins(found)
      return found
    })
    const parts = await step('load packages', () => loadParts(packages))
    settle(parts, config.settings, env)
    const permissions = new Set(permissionsOf(parts).map(({ key }) => key))
    assertSources(parts, permissions)

    const entities = parts.flatMap(part => part.plugin?.entities ?? [])
    const database = await step('open database', () =>
      openDatabase({
        url: config.database.url,
        dataDir: config.data_dir,
        entities,
        log,
        mode: serve ? 'serve' : 'command',
      }).catch((cause: unknown) => {
        throw cause instanceof StartError
          ? cause
          : new StartError(`The database cannot be opened: ${messageOf(cause)}`, { cause })
      }),
    )
    undo.push({ what: 'database', ms: 5_000, run: () => database.stop() })
    await step('migrate kernel', () => database.migrate('kernel', kernelMigrations))
    const store = componentStore(database)
    const wanted = await store.read()
    for (const part of parts) part.enabled = part.package.core || (wanted.get(part.key) ?? true)
    const events = await createEvents({ database, log })
    undo.push({ what: 'events', ms: 1_000, run: () => events.stop() })

    await step('check drivers', () => settleDrivers(parts))
    const services = serviceTable()
    const vault = openVault(config.data_dir, env)
    const settings = await step('read settings', () =>
      createSettings({ parts, file: config.settings, env, database, vault, events, log }),
    )
    undo.push({ what: 'settings', ms: 1_000, run: () => settings.stop() })
    services.provide('kernel', 'settings', settings)
    const host = createHost({
      parts,
      database,
      events,
      services,
      vault,
      dataDir: config.data_dir,
      settle: settings.settle,
      log,
    })
    const components = () => parts.map(componentOf)

    const tickets = createTickets()
    const idempotency = createIdempotency(database)
    const measures = kernelMeasures(database, events)
    const metrics = createMetrics({
      version,
      components,
      log,
      plugins: () => [
        { key: 'kernel', metrics: () => measures },
        ...host
          .ready()
          .map(({ key, plugin, context }) => ({ key, metrics: () => plugin!.metrics?.(context) ?? [] })),
      ],
    })
    undo.push({ what: 'metrics', ms: 100, run: () => metrics.stop() })
    const generations = createGenerations(host, log)
    let stopping = false
    const build = (): Promise<App> =>
      buildApp({
        plugins: host.ready().map(part => ({ plugin: part.plugin!, context: part.context })),
        permissions,
        http: config.http,
        version,
        log,
        tickets,
        idempotency,
        metrics,
        late: !serve,
        components,
        databaseUp: () => database.ping(),
        auth: () => services.use('auth'),
        onAction: action => events.emit('kernel.action', action),
        stopping: () => stopping,
      })
    /**
     * A plugin that is switched on and breaks the contract fails alone. At start its author must see it; now
     * others are at work.
     */
    const buildWithout = async (atStart = false): Promise<App> => {
      try {
        return await build()
      } catch (error) {
        const culprit =
          error instanceof (atStart ? SlotError : ContractError)
            ? host.ready().find(part => part.key === error.plugin)
            : undefined
        if (!culprit) throw error
        await host.fail(culprit, (error as Error).message)
        return buildWithout(atStart)
      }
    }

    const scheduler = createScheduler({
      database,
      events,
      log,
      serve,
      jobs: () => [
        ...jobsOf(parts),
        {
          id: 'kernel.idempotency',
          component: 'kernel',
          summary: 'Forgets answers kept under an Idempotency-Key for a day',
          cron: '17 * * * *',
          timeoutSec: 60,
          run: () => idempotency.forgetOld(),
        },
      ],
    })
    services.provide('kernel', 'jobs', scheduler.service)

    const switchboard = createSwitchboard({
      host,
      store,
      events,
      log,
      async remount(ended) {
        generations.retire(listener.swap(await buildWithout()), ended)
        await scheduler.follow()
      },
    })
    services.provide(
      'kernel',
      'installation',
      createInstallation({ version, host, switchboard, database, metrics, components, log }),
    )

    undo.push({
      what: 'plugins',
      ms: stopMs.plugins + 500,
      async run() {
        const running = host.ready().toReversed()
        const each = Math.max(200, stopMs.plugins / Math.max(1, running.length))
        for (const part of running) {
          await host.tearDown(part, part.context, each)
          part.state = 'stopped'
        }
      },
    })
    await step('set up plugins', () => host.setUp())
    const listener = createListener(await step('build application', () => buildWithout(true)))
    undo.push({ what: 'application', ms: 1_000, run: () => listener.current().close() })
    undo.push({ what: 'jobs', ms: stopMs.jobs + 1_500, run: () => scheduler.stop(stopMs.jobs) })
    undo.push({ what: 'switches', ms: 1_000, run: () => switchboard.stop() })
    switchboard.follow()
    const url = serve ? await step('listen', () => listener.listen(config.http.host, config.http.port)) : null
    undo.push({
      what: 'requests',
      ms: stopMs.requests + 500,
      async run() {
        stopping = true
        await Promise.all([listener.close(stopMs.requests), generations.done(stopMs.requests)])
      },
    })
    if (serve) await step('start jobs', () => scheduler.start())
    if (url) log.info({ url, version }, `ready on ${url}`)

    let stopped: Promise<void> | null = null
    return {
      url,
      components,
      use: name => services.use(name),
      request: request =>
        call(listener.current(), tickets, request.as ?? services.use('auth').system(), request),
      stop: () => (stopped ??= undo.run()),
    }
  } catch (error) {
    await undo.run()
    throw error
  }
}
