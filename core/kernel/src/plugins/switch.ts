import { COMPONENTS_CHANGED, DRIVERS_CHANGED, type Component, type Events } from '@linecard/plugin-kit'
import { fail } from '../errors.ts'
import { MISSED } from '../events/index.ts'
import type { Host } from './host.ts'
import { broken, componentOf, type Part } from './part.ts'
import { settleDrivers } from './drivers.ts'
import type { ComponentStore } from './store.ts'

/** Told to every process after a component was switched. */
const SWITCHED = 'kernel.component'

export interface Switchboard {
  /** Throws what `setEnabled` would refuse. */
  assertEnabled(key: string, enabled: boolean): void
  setEnabled(key: string, enabled: boolean): Promise<Component>
  /** Follows what the other processes switch. */
  follow(): void
  stop(): Promise<void>
}

export interface SwitchboardParts {
  host: Host
  store: ComponentStore
  events: Events
  /**
   * Puts the plugins that are ready now behind the socket; those of `ended` are stopped once nothing asks
   * them any more.
   */
  remount(ended: readonly { part: Part; context: unknown }[]): Promise<void>
  log: { error(fields: object, message: string): void; info(fields: object, message: string): void }
}

/**
 * Switches components on and off while everything else goes on. The database holds the wish; each process
 * makes itself equal to it.
 */
export function createSwitchboard({ host, store, events, remount, log }: SwitchboardParts): Switchboard {
  let last: Promise<unknown> = Promise.resolve()
  let stopped = false
  const leave: (() => void)[] = []

  /** Plugins that cannot go on without the given ones. */
  const fallWith = (gone: ReadonlySet<string>): Part[] =>
    host.parts.filter(
      part =>
        part.plugin &&
        part.state === 'ready' &&
        (!part.enabled || part.plugin.requires?.some(id => gone.has(id))),
    )

  const reconcile = async (): Promise<void> => {
    const wanted = await store.read()
    const changed = host.parts.filter(
      part => !part.package.core && part.enabled !== (wanted.get(part.key) ?? true),
    )
    if (changed.length === 0 || stopped) return
    for (const part of changed) part.enabled = !part.enabled

    const ended: { part: Part; context: unknown }[] = []
    const gone = new Set<string>()
    for (let falling = fallWith(gone); falling.length > 0; falling = fallWith(gone)) {
      for (const part of falling) {
        ended.unshift({ part, context: part.context })
        gone.add(part.key)
        part.context = null
        part.state = part.enabled ? 'blocked' : 'disabled'
      }
    }
    for (const part of changed) {
      if (part.enabled || broken(part)) continue
      part.state = 'disabled'
      part.reason = null
    }
    if (changed.some(part => part.driver)) {
      settleDrivers(host.parts)
      events.emit(DRIVERS_CHANGED, null)
    }
    const started = await host.setUp()
    events.emit(COMPONENTS_CHANGED, null)
    if (started.length > 0 || ended.length > 0) await remount(ended)
    for (const { key, state } of changed) log.info({ component: key, state }, 'component switched')
  }

  /** One reconciliation after the other. */
  const settle = (): Promise<void> => {
    const mine = last.then(reconcile)
    last = mine.catch((error: unknown) =>
      log.error({ err: error }, 'components could not be made equal to what the database says'),
    )
    return mine
  }

  const refuse = (part: Part, enabled: boolean): void => {
    if (!enabled && part.package.core) throw fail('COMPONENT_CORE', { key: part.key })
    const users = host.parts
      .filter(other => other.enabled && other.plugin?.requires?.includes(part.key))
      .map(({ key }) => key)
    if (!enabled && part.plugin && users.length > 0) {
      throw fail(
        'COMPONENT_NEEDED',
        { key: part.key, others: users.join(', ') },
        users.map(key => ({ path: key, message: `requires ${part.key}` })),
      )
    }
    const missing = (part.plugin?.requires ?? []).filter(id =>
      host.parts.some(other => other.key === id && !other.enabled),
    )
    if (enabled && missing.length > 0) {
      throw fail(
        'COMPONENT_NEEDS',
        { key: part.key, others: missing.join(', ') },
        missing.map(key => ({ path: key, message: 'is off' })),
      )
    }
  }

  // A failure is logged by `settle` itself; the next word or a restart tries again.
  const hear = () => settle().catch(() => undefined)

  const partOf = (key: string, enabled: boolean): Part => {
    const part = host.parts.find(one => one.key === key)
    if (!part) throw fail('COMPONENT_UNKNOWN', { key })
    refuse(part, enabled)
    return part
  }

  return {
    assertEnabled: partOf,
    async setEnabled(key, enabled) {
      const part = partOf(key, enabled)
      await store.write(key, enabled)
      // The others need not wait until this process has followed.
      await Promise.all([events.broadcast(SWITCHED, { component: key, enabled }), settle()])
      return componentOf(part)
    },
    follow() {
      leave.push(events.on(SWITCHED, hear), events.on(MISSED, hear))
    },
    async stop() {
      stopped = true
      for (const end of leave) end()
      await last
    },
  }
}
