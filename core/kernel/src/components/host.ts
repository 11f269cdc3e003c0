import { messageOf } from '../log/error.ts'
import type { Driver } from '@linecard/driver-kit'
import { StartError } from '../start-error.ts'
import { logState, nameOf, type LoadedComponent } from './component.ts'
import {
  faultsOfWanted,
  maxSetupMs,
  readyDrivers,
  setUpOne,
  tearDownOne,
  type SetUpOptions,
} from './set-up.ts'

/** Sets plugins up and ends them. */
export interface Host {
  /** In the order in which they are set up. */
  readonly components: readonly LoadedComponent[]
  /** The plugins that run. */
  ready(): LoadedComponent[]
  drivers(): readonly Driver[]
  /**
   * Sets up every enabled plugin that does not run yet. One that has failed waits until it is switched off
   * and on: another try would hold up everyone else. Returns those that run now.
   * @throws StartError for one of the core: nobody could sign in without it
   */
  setUp(): Promise<LoadedComponent[]>
  /** Tells the plugins that run, each once, that everything listens. @throws what one of the core throws */
  started(): Promise<void>
  /** Ends a running plugin as `failed`, and those that require it as `blocked`. */
  fail(component: LoadedComponent, reason: string): Promise<void>
  /** Ends a plugin whose state the caller has changed. A throw of the plugin is logged. */
  tearDown(component: LoadedComponent, context: unknown, timeoutMs: number): Promise<void>
}

export function createHost(options: SetUpOptions): Host {
  const { components, services, log } = options

  const tearDown: Host['tearDown'] = async (component, context, timeoutMs) => {
    await tearDownOne(component, context, timeoutMs, options)
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
    logState(component, log)
    for (const other of components) {
      if (other.state === 'ready' && other.plugin?.requires?.includes(component.key))
        await end(other, 'blocked', `needs ${component.key}, which is ${state}`)
    }
    await tearDown(component, component.context, maxSetupMs)
  }

  /** The contexts that were told. */
  const told = new WeakMap<LoadedComponent, unknown>()
  const tell = async (component: LoadedComponent): Promise<void> => {
    const { plugin, context } = component
    if (!plugin?.started || told.get(component) === context) return
    told.set(component, context)
    try {
      await plugin.started(context as never)
    } catch (error) {
      if (component.package.core) throw error
      await end(component, 'failed', messageOf(error))
    }
  }

  return {
    components,
    async started() {
      for (const component of components) if (component.state === 'ready') await tell(component)
    },
    drivers: () => readyDrivers(components),
    tearDown,
    fail: (component, reason) => end(component, 'failed', reason),
    ready: () => components.filter(({ plugin, state }) => plugin && state === 'ready'),
    async setUp() {
      const wanted = components.filter(
        ({ plugin, enabled, state }) => plugin && enabled && state !== 'ready' && state !== 'failed',
      )
      const faults = faultsOfWanted(wanted, options)
      const started: LoadedComponent[] = []
      for (const component of wanted) {
        if (await setUpOne(component, faults.get(component)!, options)) started.push(component)
        else if (component.package.core)
          throw new StartError(
            `${nameOf(component)} cannot run: ${component.reason}; the service does not run without it`,
          )
      }
      return started
    },
  }
}
