import type { Driver } from '@linecard/driver-kit'
import type { Plugin } from '@linecard/plugin-kit'
import { settingsOf } from '../settings/effective.ts'
import { StartError } from '../start-error.ts'
import { componentKey, type Package } from './discover.ts'
import { entered, type Mark } from './entered.ts'
import { order } from './order.ts'
import { loadComponent, markBroken, type LoadedComponent } from './component.ts'
import { declarationFaults } from './declarations.ts'

/** A component that comes as an object and not as a package. */
export const packageOf =
  (kind: 'plugin' | 'driver', version: string) =>
  (definition: Plugin | Driver): Package => ({
    kind,
    id: definition.id,
    key: componentKey({ kind, id: definition.id }),
    api: definition.api,
    name: `(given) ${definition.id}`,
    fault: null,
    folder: null,
    version,
    description: '',
    core: false,
    load: () => Promise.resolve(definition),
  })

/**
 * Drivers by name, then plugins in the order of their start. A component that cannot be used stays in the
 * list, so that operators see why.
 */
export async function loadComponents(
  packages: readonly Package[],
  installation: Mark,
): Promise<LoadedComponent[]> {
  const components = await Promise.all(packages.map(loadComponent))
  for (const component of components) {
    const faults = component.plugin ? declarationFaults(component.plugin) : []
    if (faults.length > 0) markBroken(component, faults.join('; '))
    else if (component.plugin) component.plugin = entered(component.plugin, component, installation)
  }
  const { sorted, faults } = order(
    components
      .filter(component => component.package.kind === 'plugin')
      .map(component => ({
        component,
        id: component.key,
        requires: component.plugin?.requires,
        after: component.plugin?.after,
      })),
  )
  for (const [{ component }, fault] of faults) markBroken(component, fault)
  return [
    ...components
      .filter(component => component.package.kind === 'driver')
      .toSorted((a, b) => (a.key < b.key ? -1 : 1)),
    ...sorted.map(({ component }) => component),
  ]
}

/** Gives each plugin its settings. @throws StartError for settings of no plugin, or that do not fit */
export function settle(
  components: readonly LoadedComponent[],
  settings: Readonly<Record<string, Record<string, unknown>>>,
  env: NodeJS.ProcessEnv,
): void {
  const unknown = Object.keys(settings).filter(
    id => !components.some(component => component.package.kind === 'plugin' && component.package.id === id),
  )
  if (unknown.length > 0)
    throw new StartError(
      `Config: there are settings for ${unknown.map(id => `"${id}"`).join(', ')}, ` +
        'but no such plugin is named in "plugins"',
    )
  for (const component of components)
    if (component.plugin)
      component.settings = settingsOf(
        component.plugin.id,
        component.plugin.config,
        settings[component.plugin.id] ?? {},
        env,
      )
}
