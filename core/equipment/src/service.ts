import { DeviceError, type Driver, type Module } from '@linecard/driver-kit'
import { resolveInterface } from '@linecard/driver-kit/builders'
import {
  interfacesList,
  parseInterface,
  supportedModules,
  type Interface,
} from '@linecard/driver-kit/modules'
import {
  ApiError,
  type Answer,
  type CallOptions,
  type DeviceAnswered,
  type Equipment,
  type Logger,
  type Metric,
  type Target,
} from '@linecard/plugin-kit'
import { hashOf } from './answers/json.ts'
import { createAnswers } from './answers/reading.ts'
import type { AnswerKey, AnswerStore, StoredAnswer } from './answers/store.ts'
import { answerOf } from './calls/answer.ts'
import { checkedArguments } from './calls/arguments.ts'
import { detectDevice } from './calls/detect.ts'
import { createFlights } from './calls/flights.ts'
import { noCallLog, type CallLog } from './calls/log.ts'
import { createModels, type Supported } from './calls/models.ts'
import { runOnDevice, type Cost, type Fresh } from './calls/run.ts'
import { fromOf, keyOf, stillHolds } from './calls/source.ts'
import { defaults, type Config } from './config.ts'
import { hostKeysInMemory, type HostKeys } from './cli/host-keys.ts'
import { consoleOpener } from './cli/open.ts'
import { fail } from './errors.ts'
import { createMetrics } from './metrics.ts'
import { createNetworks } from './networks.ts'
import { routerOsOpener } from './router-os/open.ts'
import { linkKey, type OpenLink } from './sessions/link.ts'
import { createPool } from './sessions/pool.ts'
import { openSnmp } from './snmp/index.ts'
import { createSweeper } from './sweep/index.ts'

export interface EquipmentOptions {
  drivers: readonly Driver[]
  log: Logger
  store: AnswerStore
  clock?: () => Date
  calls?: CallLog
  /**
   * Settings other than the defaults, read at every use, so that they may change in place; but those marked
   * `requiresRestart` only once.
   */
  settings?: Partial<Config>
  open?: OpenLink
  /** Where host keys of SSH and of the RouterOS API are kept; in memory unless said. */
  hostKeys?: HostKeys
  /** Told of every answer that a device of the inventory has given. */
  answered?: (answer: DeviceAnswered) => void
}

export interface EquipmentService extends Equipment {
  /** Every module that can be asked for, of the kit and of all drivers. */
  readonly catalogue: ReadonlyMap<string, Module>
  /**
   * Goes on with other drivers; calls in flight finish with those they began with. Throws, and changes
   * nothing, for drivers that contradict each other.
   */
  useDrivers(drivers: readonly Driver[]): void
  /** Sessions open, calls waiting for one, devices with a session or a queue. */
  readonly stats: { open: number; waiting: number; devices: number }
  readonly metrics: readonly Metric[]
  /** Stops reading, lets changes end, closes all sessions. */
  close(): Promise<void>
}

export function createEquipment(options: EquipmentOptions): EquipmentService {
  const { store, log, clock = () => new Date(), calls = noCallLog, open = openSnmp } = options
  const setting = <K extends keyof Config>(key: K): Config[K] => options.settings?.[key] ?? defaults[key]
  let models = createModels(options.drivers)
  const networks = createNetworks(setting('networks'), { allowLoopback: setting('allow_loopback') })
  const hostKeys = options.hostKeys ?? hostKeysInMemory()
  const pool = createPool({
    // A question ends with its call; a limit of its own would outlive a change of `call_deadline_sec`.
    open: link => open({ ...link, limits: { callMs: Infinity } }),
    openConsole: consoleOpener(hostKeys),
    openRouterOs: routerOsOpener(hostKeys),
    get maxSessions() {
      return setting('max_sessions')
    },
    get maxWaiting() {
      return setting('max_waiting')
    },
    get deviceQueue() {
      return setting('device_queue')
    },
    get busyWaitMs() {
      return setting('busy_wait_ms')
    },
    get idleMs() {
      return setting('session_idle_sec') * 1000
    },
  })
  const answers = createAnswers(store, log)
  const flights = createFlights()
  const closing = new AbortController()
  const sweeper = createSweeper({ networks, setting, closing: closing.signal })
  const metrics = createMetrics(pool, sweeper)
  const running = new Set<Promise<unknown>>()

  function track<T>(work: Promise<T>): Promise<T> {
    running.add(work)
    const done = () => {
      running.delete(work)
    }
    work.then(done, done)
    return work
  }
  const ask = (
    target: Target,
    supported: Supported,
    module: Module,
    args: AnswerKey['args'],
    signal: AbortSignal | undefined,
    cost: Cost,
  ): Promise<Fresh> => {
    const checked = { ...target, ip: networks.check(target.ip) }
    const run = async (stop: AbortSignal) => {
      const fresh = await runOnDevice(checked, supported, module, args, {
        pool,
        clock,
        deadlineMs: setting('call_deadline_sec') * 1000,
        signal: AbortSignal.any([stop, closing.signal]),
        cost,
      })
      const key = module.kind === 'read' ? keyOf(target, module, args) : null
      if (key) {
        await answers.keep(key, fresh)
        options.answered?.({
          device_id: key.deviceId,
          module: key.module,
          args: key.args,
          data: fresh.data,
          complete: fresh.complete,
          time: fresh.time,
        })
      }
      return fresh
    }
    if (module.kind === 'change') {
      // A change that failed may have been made in part.
      return track(
        run(signal ?? closing.signal).finally(() =>
          target.deviceId === null ? undefined : answers.outdate(target.deviceId),
        ),
      )
    }
    return flights.join(
      `${target.deviceId} ${linkKey(checked)} ${target.modelKey} ${module.name} ${hashOf(args)}`,
      signal,
      stop => track(run(stop)),
    )
  }

  async function answer(
    target: Target,
    module: Module,
    given: unknown,
    { from, signal }: CallOptions,
    cost: Cost,
  ): Promise<Answer<unknown>> {
    const supported = models.of(target)
    const implementation = supported.implementations.get(module.name)
    if (!implementation)
      throw new DeviceError(
        'Unsupported',
        `${supported.model.name} does not support ${module.name}; supported_modules names what it does.`,
      )
    const args = checkedArguments(module, given)
    if (module.kind === 'change') {
      if (from !== undefined && from !== 'device')
        throw fail('EQUIPMENT_CHANGE_SOURCE', { module: module.name }, [
          { path: 'from', message: 'must be device' },
        ])
      return answerOf(await ask(target, supported, module, args, signal, cost), 'device', clock())
    }
    if (module.name === supportedModules.name) {
      const names = [...supported.implementations.keys()].toSorted()
      return answerOf({ data: names, missing: [], time: clock(), spentMs: 0 }, 'device', clock())
    }
    if (module.name === parseInterface.name && !supported.modules.has(module.name)) {
      const { data, meta } = await answer(target, interfacesList, {}, { from, signal }, cost)
      return { data: resolveInterface(data as Interface[], args['interface'] as string | number), meta }
    }
    const key = keyOf(target, module, args)
    if (from === 'store') {
      const found = key && (await answers.find(key, () => true))
      if (!found) throw fail('EQUIPMENT_ANSWER_ABSENT', { module: module.name })
      return answerOf(found, 'store', clock())
    }
    if (from === 'device' || !key)
      return answerOf(await ask(target, supported, module, args, signal, cost), 'device', clock())

    const ttlMs = 1000 * (setting('module_ttl_sec')[module.name] ?? setting('answer_ttl_sec'))
    const isFresh = (stored: StoredAnswer) => stillHolds(module, stored, clock(), ttlMs)
    const kept = await answers.findIfPossible(key, isFresh)
    if (kept && isFresh(kept)) return answerOf(kept, 'cache', clock())
    try {
      return answerOf(await ask(target, supported, module, args, signal, cost), 'device', clock())
    } catch (error) {
      if (!kept || !(error instanceof DeviceError) || !error.retry) throw error
      return answerOf(kept, 'cache', clock(), { code: error.code, description: error.message })
    }
  }

  /** Notes in the call log and the metrics how a call went. */
  async function logged<T>(
    target: Target,
    module: string,
    args: unknown,
    { from = 'cache', caller, signal }: CallOptions,
    work: (cost: Cost) => Promise<T>,
  ): Promise<T> {
    const cost: Cost = { spentMs: 0, requests: 0, said: [] }
    const note = (errorCode: string | null) => {
      metrics.calls.add({ result: errorCode ?? 'ok' })
      calls.add({
        time: clock(),
        deviceId: target.deviceId,
        ip: target.ip,
        module,
        args,
        from,
        userId: caller?.userId ?? null,
        login: caller?.login ?? null,
        ok: errorCode === null,
        errorCode,
        ...cost,
      })
    }
    try {
      const result = await work(cost)
      note(null)
      return result
    } catch (error) {
      note(
        signal?.aborted
          ? 'CLIENT_GONE'
          : error instanceof DeviceError || error instanceof ApiError
            ? error.code
            : 'INTERNAL_ERROR',
      )
      throw error
    }
  }
  const call = (target: Target, module: Module, args: unknown, callOptions: CallOptions = {}) => {
    const asked = { ...callOptions, from: fromOf(module, callOptions) }
    return logged(target, module.name, args ?? {}, asked, async cost => {
      const started = performance.now()
      const given = await answer(target, module, args, asked, cost)
      metrics.duration.observe((performance.now() - started) / 1000, { source: given.meta.source })
      return given
    })
  }

  return {
    get catalogue() {
      return models.catalogue
    },
    useDrivers(drivers) {
      models = createModels(drivers)
    },
    modules: modelKey =>
      [...(models.find(modelKey)?.implementations.values() ?? [])]
        .map(({ module }) => module)
        .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    supports: (modelKey, { name }) => models.find(modelKey)?.implementations.has(name) ?? false,
    call: call as Equipment['call'],
    async callByName(target, name, args, callOptions = {}) {
      const module =
        models.find(target.modelKey)?.implementations.get(name)?.module ?? models.catalogue.get(name)
      if (!module) throw fail('EQUIPMENT_MODULE_UNKNOWN', { module: name })
      return call(target, module, args, callOptions)
    },
    detect: target =>
      logged(target, 'detect', {}, { from: 'device' as const }, async () => {
        const checked = { ...target, ip: networks.check(target.ip) }
        return track(
          detectDevice(checked, {
            pool,
            index: models.index,
            deadlineMs: setting('call_deadline_sec') * 1000,
            closing: closing.signal,
          }),
        )
      }),
    sweepable: sweeper.sweepable,
    sweep: sweeper.sweep,
    async forget(deviceId) {
      pool.forget(deviceId)
      await store.forget(deviceId)
    },
    get stats() {
      return pool.stats
    },
    metrics: metrics.all,
    async close() {
      closing.abort(new DeviceError('SessionLost', 'The service is stopping.'))
      await Promise.allSettled(running)
      pool.close()
      await calls.flush()
    },
  }
}
