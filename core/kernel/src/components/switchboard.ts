import {
  componentsChanged,
  driversChanged,
  type Component,
  type Events,
  type Logger,
} from '@linecard/plugin-kit'
import { fail } from '../errors.ts'
import { eventsMissed } from '../events/index.ts'
import { mutex } from '@linecard/plugin-kit/concurrency'
import {
  descriptionOf,
  isBroken,
  logState,
  type ComponentLog,
  type EndedComponent,
  type LoadedComponent,
} from './component.ts'
import { settleDrivers } from './drivers.ts'
import type { EnabledStore } from './enabled-store.ts'
import type { Host } from './host.ts'

/** @throws ApiError COMPONENT_CORE, COMPONENT_NEEDED or COMPONENT_NEEDS if it may not be switched so */
function assertSwitchable(
  component: LoadedComponent,
  enabled: boolean,
  components: readonly LoadedComponent[],
): void {
  const { key, plugin } = component
  if (!enabled && component.package.core) throw fail('COMPONENT_CORE', { key })
  const users = components
    .filter(other => other.enabled && other.state === 'ready' && other.plugin?.requires?.includes(key))
    .map(other => other.key)
  if (!enabled && plugin && users.length > 0) {
    const details = users.map(path => ({ path, message: `requires ${key}` }))
    throw fail('COMPONENT_NEEDED', { key, others: users.join(', ') }, details)
  }
  const missing = (plugin?.requires ?? []).filter(id =>
    components.some(other => other.key === id && !other.enabled),
  )
  if (enabled && missing.length > 0) {
    const details = missing.map(path => ({ path, message: 'is off' }))
    throw fail('COMPONENT_NEEDS', { key, others: missing.join(', ') }, details)
  }
}

/** Running plugins that are disabled now, or require one of the given ones. */
const fallingWith = (components: readonly LoadedComponent[], gone: ReadonlySet<string>): LoadedComponent[] =>
  components.filter(
    ({ plugin, state, enabled }) =>
      plugin && state === 'ready' && (!enabled || plugin.requires?.some(id => gone.has(id))),
  )

/**
 * Marks the plugins that can no longer run, without those that are `gone` already. Returns them in the order
 * in which they are to be stopped.
 */
function takeOutOfUse(
  components: readonly LoadedComponent[],
  gone: Set<string> = new Set<string>(),
): EndedComponent[] {
  const ended: EndedComponent[] = []
  for (let falling = fallingWith(components, gone); falling.length > 0;) {
    for (const component of falling) {
      ended.unshift({ component, context: component.context })
      gone.add(component.key)
      component.context = null
      component.state = component.enabled ? 'blocked' : 'disabled'
    }
    falling = fallingWith(components, gone)
  }
  return ended
}

/** Broadcast to every process after a component was switched. */
const componentSwitched = 'kernel.component'

declare module '@linecard/plugin-kit' {
  interface EventValues {
    [componentSwitched]: { component: string; enabled: boolean }
  }
}

export interface Switchboard {
  /** @throws what `setEnabled` would throw */
  assertEnabled(key: string, enabled: boolean): void
  setEnabled(key: string, enabled: boolean): Promise<Component>
  /** Takes a component that runs out of use as `failed`, until it is switched off and on. */
  fail(component: LoadedComponent, reason: string): Promise<void>
  /** Begins to follow what other processes switch. */
  follow(): void
  stop(): Promise<void>
}

export interface SwitchboardOptions {
  host: Host
  store: EnabledStore
  events: Events
  /**
   * Builds and swaps in the application of the plugins that run now. Those of `ended` are stopped when the
   * last request that needs them has ended.
   */
  remount(ended: readonly EndedComponent[]): Promise<void>
  log: Logger & ComponentLog
}

/** On becomes off and off becomes on. Either begins anew. */
function turn(component: LoadedComponent): void {
  component.enabled = !component.enabled
  component.errors.degradedUntil = 0
}

/**
 * Switches components on and off while the others run. The database holds what is wanted, and each process
 * follows it.
 */
export function createSwitchboard({ host, store, events, remount, log }: SwitchboardOptions): Switchboard {
  const { components } = host
  const inTurn = mutex()
  const unsubscribe: (() => void)[] = []
  let stopped = false

  const reconcile = async (): Promise<void> => {
    const wanted = await store.read()
    const changed = components.filter(
      component => !component.package.core && component.enabled !== (wanted.get(component.key) ?? true),
    )
    if (changed.length === 0 || stopped) return
    for (const component of changed) turn(component)

    const ended = takeOutOfUse(components)
    for (const component of changed) {
      if (component.enabled || isBroken(component)) continue
      component.state = 'disabled'
      component.reason = null
    }
    if (changed.some(({ driver }) => driver)) {
      settleDrivers(components, log)
      events.emit(driversChanged, null)
    }
    const started = await host.setUp()
    events.emit(componentsChanged, null)
    if (started.length > 0 || ended.length > 0) await remount(ended)
    for (const { key, state } of changed) log.info({ component: key, state }, 'component switched')
  }

  const follow = (): Promise<void> =>
    inTurn(reconcile).catch((error: unknown) => {
      log.error({ err: error }, 'components could not be switched as the database says')
      throw error
    })
  // The error is in the log. The next notification or a restart tries again.
  const followEvent = () => follow().catch(() => undefined)

  const failRunning = async (component: LoadedComponent, reason: string): Promise<void> => {
    if (component.state !== 'ready' || stopped) return
    const first = { component, context: component.context }
    Object.assign(component, { state: 'failed', reason, context: null })
    logState(component, log)
    if (component.driver) return events.emit(driversChanged, null)
    const others = takeOutOfUse(components, new Set([component.key]))
    // Gives those that are blocked now their reason.
    await host.setUp()
    events.emit(componentsChanged, null)
    await remount([...others, first])
  }

  const switchable = (key: string, enabled: boolean): LoadedComponent => {
    const component = components.find(one => one.key === key)
    if (!component) throw fail('COMPONENT_UNKNOWN', { key })
    assertSwitchable(component, enabled, components)
    return component
  }

  return {
    assertEnabled: switchable,
    async setEnabled(key, enabled) {
      const component = switchable(key, enabled)
      await store.write(key, enabled)
      // The other processes need not wait until this one has followed.
      await Promise.all([events.broadcast(componentSwitched, { component: key, enabled }), follow()])
      return descriptionOf(component)
    },
    fail: (component, reason) => inTurn(() => failRunning(component, reason)),
    follow() {
      for (const event of [componentSwitched, eventsMissed] as const)
        unsubscribe.push(events.on(event, followEvent))
    },
    async stop() {
      stopped = true
      for (const end of unsubscribe) end()
      await inTurn.idle()
    },
  }
}
