import { randomUUID } from 'node:crypto'
import { DeviceError, type Driver, type Module } from '@linecard/driver-kit'
import {
  type Configurations,
  type DeviceChanged,
  type DeviceExceeds,
  type Equipment,
  type Logger,
  type Metric,
} from '@linecard/plugin-kit'
import { createStored } from './answers/of-device.ts'
import { createStoredAnswers } from './answers/stored.ts'
import type { AnswerStore } from './answers/store.ts'
import { createAsk } from './calls/ask.ts'
import { createCallModule } from './calls/call.ts'
import { createDetect } from './calls/detect.ts'
import { createWhenMoved, type FindPort } from './calls/expected.ts'
import type { Intend } from './calls/intent.ts'
import { createLogged } from './calls/logged.ts'
import { noCallLog, type CallLog } from './calls/log.ts'
import { createModels } from './calls/models.ts'
import { createPoll } from './calls/poll.ts'
import { createVerify } from './calls/verify.ts'
import { defaultSettings, type Config } from './config.ts'
import { createHabits, type HabitStore, type KeptHabits } from './connections/habits.ts'
import { createPool, type OpenSnmp, type Pool } from './connections/pool.ts'
import { createConfigurations } from './configurations/index.ts'
import { consoleOpener } from './console/open.ts'
import { fail } from './errors.ts'
import { createHolds, type HoldsOptions } from './holds/index.ts'
import { holdsInMemory } from './holds/store.ts'
import { hostKeysInMemory, type HostKeys } from './host-keys.ts'
import { createBounds } from './limits/bounds.ts'
import { createGuards } from './holds/guards.ts'
import { createGuardedChanges } from './revert/index.ts'
import { createKeeping, type KeepingOptions } from './keeping.ts'
import { createMetrics } from './metrics.ts'
import { createNetworks } from './networks.ts'
import { routerOsOpener } from './router-os/open.ts'
import { openSnmp } from './snmp/index.ts'
import { createSweeper } from './sweep/index.ts'

export interface EquipmentOptions {
  drivers: readonly Driver[]
  log: Logger
  store: AnswerStore
  clock?: () => Date
  calls?: CallLog
  /**
   * The defaults if absent; `settingsWith` makes others. They may change in place and are read at every use,
   * except those that are marked `requiresRestart`.
   */
  settings?: Readonly<Config>
  openSnmp?: OpenSnmp
  /** Pinned keys of SSH and of the RouterOS API. In memory by default. */
  hostKeys?: HostKeys
  /** What plugins keep of the answers of devices of the inventory. Absent: nothing. */
  keeps?: KeepingOptions['keeps']
  /** Receives every change that a device of the inventory has accepted. */
  onChange?: (change: DeviceChanged) => void
  /** Finds the stored port of a bind key, for callers that do not say which port they mean. */
  findPort?: FindPort
  /** Reads the stored ports of a device again, because one of them is not where it was. */
  refreshPorts?: (deviceId: number) => Promise<unknown>
  /** Commits the intent of a change before it is sent. Absent: changes are not recorded. */
  intend?: Intend
  /** Where holds are stored, and which process this is. In memory by default. */
  holds?: Omit<HoldsOptions, 'log'>
  /** Keeps what is learnt about devices. Absent: it ends with the process. */
  habits?: HabitStore
  /** Receives devices of the inventory that reach a ceiling. */
  onExceeds?: (exceeds: DeviceExceeds) => void
}

export interface EquipmentService extends Equipment {
  /** Reads whole configurations. */
  readonly configurations: Configurations
  /** Every module that can be called by name: those of the kit and of all drivers. */
  readonly catalogue: ReadonlyMap<string, Module>
  /**
   * Replaces the drivers; running calls finish with the old ones. If the new drivers contradict each other it
   * throws, and the old ones stay.
   */
  useDrivers(drivers: readonly Driver[]): void
  /** Open connections, calls that wait for one, and devices with a connection or a queue. */
  readonly stats: { open: number; waiting: number; devices: number }
  readonly metrics: readonly Metric[]
  /** Stops readings, waits for changes, closes all connections. */
  close(): Promise<void>
}

/** Remembers what is running, so that the service can wait for it before it closes. */
function createTracker() {
  const running = new Set<Promise<unknown>>()
  return {
    track<T>(work: Promise<T>): Promise<T> {
      running.add(work)
      const end = () => {
        running.delete(work)
      }
      work.then(end, end)
      return work
    },
    ended: () => Promise.allSettled(running),
  }
}

const holdsOfThisProcess = (): Omit<HoldsOptions, 'log'> => ({
  store: holdsInMemory(),
  processes: { id: randomUUID(), ended: async () => [] },
})

function poolOf(options: EquipmentOptions, settings: Readonly<Config>, habits: KeptHabits): Pool {
  const { hostKeys = hostKeysInMemory(), openSnmp: open = openSnmp } = options
  return createPool({
    settings,
    habits,
    // A question ends with its call; a limit of its own would hide a change of `call_deadline_sec`.
    openSnmp: snmpOptions => open({ ...snmpOptions, limits: { callMs: Infinity } }),
    openConsole: consoleOpener(hostKeys, settings.console_answer_bytes),
    openRouterOs: routerOsOpener(hostKeys),
  })
}

/** Makes each of these forget a device, one after the other. */
const createForget =
  (those: readonly { forget(deviceId: number): unknown }[]) =>
  async (deviceId: number): Promise<void> => {
    for (const one of those) await one.forget(deviceId)
  }

export function createEquipment(options: EquipmentOptions): EquipmentService {
  const { store, log, clock = () => new Date(), calls = noCallLog, settings = defaultSettings } = options
  const models = createModels(options.drivers)
  const networks = createNetworks(settings.networks, { allowLoopback: settings.allow_loopback })
  const habits = createHabits(options.habits, log)
  const pool = poolOf(options, settings, habits)
  const closing = new AbortController()
  const { signal } = closing
  const { track, ended } = createTracker()
  const sweeper = createSweeper({ networks, settings, closing: signal })
  const metrics = createMetrics(pool, sweeper)
  const answers = createStoredAnswers(store, log)
  const bounds = createBounds({ log, clock, settings, onExceeds: options.onExceeds })
  const logged = createLogged(calls, metrics.calls, clock)
  const whenMoved = createWhenMoved({ answers, refresh: options.refreshPorts })
  const holds = createHolds({ ...(options.holds ?? holdsOfThisProcess()), log })
  const guards = createGuards()
  const { findPort, onChange, intend, keeps = () => [] } = options
  const keep = createKeeping({ keeps, log })
  const shared = {
    models,
    settings,
    networks,
    answers,
    whenMoved,
    logged,
    clock,
    log,
    holds,
    guards,
    findPort,
  }
  const ask = createAsk({ ...shared, pool, bounds, closing: signal, keep, onChange, intend }, track)
  const call = createCallModule({ ...shared, ask, duration: metrics.duration })
  const reading = { pool, models, networks, settings, bounds, logged, closing: signal }

  return {
    get catalogue() {
      return models.catalogue
    },
    findModule: models.findModule,
    modules: models.modules,
    supports: models.supports,
    cautions: models.cautions,
    useDrivers: models.useDrivers,
    call: call as Equipment['call'],
    async callByName(target, name, args, callOptions) {
      const module = models.findModule(target.modelKey, name)
      if (!module) throw fail('EQUIPMENT_MODULE_UNKNOWN', { module: name })
      return call(target, module, args, callOptions)
    },
    poll: createPoll({ ...shared, pool, bounds, ask, calls: metrics.calls, callLog: calls }),
    keep,
    configurations: createConfigurations(reading, track),
    verify: createVerify({ ...shared, ask }),
    detect: createDetect(reading, track),
    stored: createStored(store),
    lend: networks.lend,
    hold: holds.hold,
    holder: holds.holder,
    ...createGuardedChanges({ ...shared, pool, ask, call }),
    sweepable: sweeper.sweepable,
    sweep: sweeper.sweep,
    renumbered: deviceId => answers.renumbered(deviceId),
    forget: createForget([pool, habits, store]),
    get stats() {
      return pool.stats
    },
    metrics: [...metrics.all, ...bounds.metrics],
    async close() {
      closing.abort(new DeviceError('SessionLost', 'The service is stopping.'))
      await ended()
      await holds.close()
      pool.close()
      await habits.close()
      await calls.flush()
    },
  }
}
