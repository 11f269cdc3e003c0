import { fail } from '../errors.ts'
import type { EndedComponent, LoadedComponent } from './component.ts'

/** @throws ApiError COMPONENT_CORE, COMPONENT_NEEDED or COMPONENT_NEEDS if it may not be switched so */
export function assertSwitchable(
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
export function takeOutOfUse(
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
