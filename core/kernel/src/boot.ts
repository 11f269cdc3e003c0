import { loadAll, openFoundation, type Components, type Foundation } from './foundation.ts'
import { componentOf, watchProcess } from './late-errors/process.ts'
import { type Running, call } from './running.ts'
import { StartError } from './start-error.ts'
import { beginStart, type BootOptions, stopMs, version, type Start } from './start.ts'
import { createApplications, type Applications } from './applications.ts'
import { commandsIn, runCommand } from './components/commands.ts'
import { descriptionOf } from './components/component.ts'
import { refuseFailed } from './components/strict.ts'
import { createHost, type Host } from './components/host.ts'
import { jobFaults, jobsOf } from './components/jobs.ts'
import type { SetUpOptions } from './components/set-up.ts'
import { createSwitchboard, type Switchboard } from './components/switchboard.ts'
import type { AppOptions } from './http/app.ts'
import { createIdempotency, type Idempotency } from './http/idempotency-store.ts'
import { createResourceLock } from './http/resource-lock.ts'
import { createListener, type Listener } from './http/listener.ts'
import { createMetrics, type Metrics } from './http/metrics.ts'
import { createTickets, type Tickets } from './http/plugins/identity.ts'
import { createInstallation } from './installation.ts'
import { createScheduler, type ScheduledJob, type Scheduler } from './jobs/index.ts'
import { kernelMetrics } from './kernel-metrics.ts'
import { createReplacedApplications, type ReplacedApplications } from './replaced-applications.ts'
import { startWorkers, type Workers } from './workers/children.ts'
import { createWork, hasWorkers } from './workers/index.ts'
import { openWorkerPage } from './workers/page.ts'

const forgetIdempotency = (idempotency: Idempotency): ScheduledJob => ({
  id: 'kernel.idempotency',
  component: 'kernel',
  summary: 'Removes answers that were stored under an Idempotency-Key more than a day ago',
  cron: '17 * * * *',
  timeoutSec: 60,
  run: () => idempotency.forgetOld(),
})

const openHost = (
  { config, log }: Start,
  loaded: Components,
  foundation: Foundation,
  { cronFault }: Pick<Scheduler, 'cronFault'>,
  metricFaults: SetUpOptions['metricFaults'],
): Host =>
  createHost({
    ...foundation,
    ...loaded,
    metricFaults,
    jobFaults: plugin => jobFaults(plugin, cronFault),
    dataDir: config.data_dir,
    settle: foundation.settings.settle,
    log,
  })

function openMetrics(
  { log, stop }: Start,
  host: Host,
  { database, events }: Foundation,
  { lateErrors }: Components,
  workers: () => Workers | null,
): Metrics {
  const own = kernelMetrics(database, events, lateErrors.metric)
  const metrics = createMetrics({
    version,
    log,
    components: () => host.components.map(descriptionOf),
    workers: async () => (await workers()?.figures()) ?? new Map(),
    plugins: () => [
      { key: 'kernel', metrics: () => own },
      ...host
        .ready()
        .map(({ key, plugin, context }) => ({ key, metrics: () => plugin!.metrics?.(context) ?? [] })),
    ],
  })
  stop.push({ what: 'metrics', ms: 100, run: () => metrics.stop() })
  return metrics
}

async function stopPlugins(host: Host, onStop: (what: string) => void = () => {}): Promise<void> {
  const running = host.ready().toReversed()
  const eachMs = Math.max(200, stopMs.plugins / Math.max(1, running.length))
  for (const component of running) {
    onStop(`plugin ${component.key}`)
    await host.tearDown(component, component.context, eachMs)
    component.state = 'stopped'
  }
}

const openIdempotency = ({ database, processes, services }: Foundation): Idempotency =>
  createIdempotency({ database, processes, runOf: async id => services.use('action-log').run(id) })

const onActionOf =
  ({ events, services }: Foundation): AppOptions['onAction'] =>
  async action => {
    events.emit('kernel.action', action)
    await services.find('action-log')?.operation(action)
  }

const closeRequests = async (listener: Listener | null, replaced: ReplacedApplications): Promise<void> => {
  await Promise.all([listener?.close(stopMs.requests), replaced.done(stopMs.requests)])
}

/**
 * Builds the application where it is needed at once. A worker or a command without it has checked routes, and
 * its first request builds it. Null where nothing listens.
 */
async function openListener(
  { serve, options, step }: Start,
  applications: Applications,
): Promise<Listener | null> {
  if (!serve && !options.strict) {
    await step('check routes', () => applications.check())
    return null
  }
  const app = await step('build application', () => applications.present())
  return serve ? createListener(app) : null
}

/** What of a running installation calls its operations, services and commands. */
const callsOf = (
  applications: Applications,
  tickets: Tickets,
  { services }: Foundation,
  { components }: Components,
): Pick<Running, 'use' | 'request' | 'commands' | 'command'> => ({
  commands: () => commandsIn(components),
  command: (which, ...given) => runCommand(components, which, ...given),
  use: services.use,
  request: async request =>
    call(await applications.present(), tickets, () => services.use('auth').system(), request),
})

/** Takes components out of use that throw again and again. */
function failRepeated({ lateErrors }: Components, switchboard: Switchboard, log: Start['log']): void {
  lateErrors.onRepeated((component, reason) => {
    if (component.package.core) return
    switchboard
      .fail(component, reason)
      .catch((error: unknown) => log.error({ err: error }, 'a component could not be taken out of use'))
  })
}

/** Begins what goes on by itself: jobs, what plugins do, and the workers of a service. Null: it has none. */
async function begin(start: Start, scheduler: Scheduler, host: Host): Promise<Workers | null> {
  if (start.lasts) await start.step('start jobs', () => scheduler.start())
  await host.started()
  if (!hasWorkers(start)) return null
  const workers = startWorkers(start)
  start.stop.push({ what: 'workers', ms: 4_500, run: () => workers.stop() })
  return workers
}

/** Sets up the plugins, and connects the parts that serve requests and run jobs. */
async function assemble(start: Start, loaded: Components, foundation: Foundation): Promise<Running> {
  const { components, permissions } = loaded
  const { config, lasts, log, step, stop } = start
  const { database, enabled, events, services } = foundation
  const jobs = () => [...jobsOf(components), forgetIdempotency(idempotency)]
  const scheduler = createScheduler({ database, events, log, serve: lasts, jobs })
  const host = openHost(start, loaded, foundation, scheduler, source => metrics.faultsOf(source))
  const describeAll = () => components.map(descriptionOf)
  let workers: Workers | null = null
  const metrics = openMetrics(start, host, foundation, loaded, () => workers)
  const tickets = createTickets()
  const idempotency = openIdempotency(foundation)
  let stopping = false
  const applications = createApplications(host, {
    permissions,
    http: config.http,
    version,
    log,
    tickets,
    idempotency,
    lock: createResourceLock(database),
    metrics,
    components: describeAll,
    databaseState: () => database.state(),
    auth: () => services.use('auth'),
    name: () => services.find('panel')?.name() ?? 'Linecard',
    onAction: onActionOf(foundation),
    drivers: () => host.drivers(),
    stopping: () => stopping,
  })
  const replaced = createReplacedApplications(host, log)
  services.provide('kernel', 'jobs', scheduler.service)
  services.provide('kernel', 'work', createWork(start, scheduler.queue))
  const switchboard = createSwitchboard({
    host,
    store: enabled,
    events,
    log,
    async remount(ended) {
      const { old, next } = await applications.replace()
      if (next) listener?.swap(next)
      replaced.retire(old, ended)
      await scheduler.follow()
      await host.started()
    },
  })
  const installation = createInstallation({ version, host, switchboard, database, metrics, log })
  services.provide('kernel', 'installation', installation)

  stop.push({ what: 'plugins', ms: stopMs.plugins + 500, run: () => stopPlugins(host, start.options.onStop) })
  await step('set up plugins', () => host.setUp())
  const listener = await openListener(start, applications)
  if (start.options.strict) refuseFailed(components)
  stop.push({ what: 'application', ms: 1_000, run: () => applications.close() })
  stop.push({ what: 'jobs', ms: stopMs.jobs + 1_500, run: () => scheduler.stop(stopMs.jobs) })
  stop.push({ what: 'switches', ms: 1_000, run: () => switchboard.stop() })
  switchboard.follow()
  failRepeated(loaded, switchboard, log)
  const url = listener && (await step('listen', () => listener.listen(config.http.host, config.http.port)))
  await openWorkerPage(start, { metrics, databaseState: () => database.state(), stopping: () => stopping })
  stop.push({
    what: 'requests',
    ms: stopMs.requests + 500,
    run() {
      stopping = true
      return closeRequests(listener, replaced)
    },
  })
  workers = await begin(start, scheduler, host)
  if (url) log.info({ url, version }, `ready on ${url}`)

  let stopped: Promise<void> | null = null
  return {
    url,
    ...callsOf(applications, tickets, foundation, loaded),
    components: describeAll,
    drivers: () => host.drivers(),
    stop: () => (stopped ??= stop.run()),
  }
}

/** Rejects when the start is given up. */
const givenUp = (signal: AbortSignal | undefined): Promise<never> =>
  new Promise((_, reject) => {
    const give = () => reject(new StartError('the start was given up'))
    if (signal?.aborted) give()
    signal?.addEventListener('abort', give, { once: true })
  })

/**
 * Starts an installation.
 * @throws StartError for something that a person must correct, or after `signal`; everything that is open is
 *   closed before
 */
export async function boot(options: BootOptions = {}): Promise<Running> {
  const start = beginStart(options)
  const work = async () => {
    const components = await loadAll(start)
    const unwatch = watchProcess({
      ...components,
      charge: components.lateErrors.charge,
      async end(error) {
        start.log.error({ err: error }, 'the service ends: an error that belongs to no plugin or driver')
        await start.stop.run()
      },
    })
    components.installation.threw = (key, error) => {
      const component = componentOf(components.components, key, error)
      if (component) components.lateErrors.note(component, error)
    }
    start.stop.push({ what: 'late errors', ms: 100, run: unwatch })
    const foundation = await openFoundation(start, components)
    return assemble(start, components, foundation)
  }
  try {
    return await Promise.race([work(), givenUp(options.signal)])
  } catch (error) {
    await start.stop.run()
    throw error
  }
}
