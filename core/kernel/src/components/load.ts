import type { Driver } from '@linecard/driver-kit'
import type { Plugin } from '@linecard/plugin-kit'
import { settingsOf } from '../settings/effective.ts'
import { StartError } from '../start-error.ts'
import { componentKey, type Package } from './discover.ts'
import { entered, type Mark } from './entered.ts'
import { loadComponent, markBroken, type LoadedComponent } from './component.ts'
import { declarationFaults } from './declarations.ts'

interface Node {
  id: string
  requires?: readonly string[]
  after?: readonly string[]
}

interface Order<P> {
  /** Each comes after those that it requires or names in `after`. Those with a fault come last. */
  sorted: P[]
  /** Why a plugin can never start. */
  faults: ReadonlyMap<P, string>
}

type Edges = (id: string) => readonly string[]

/** The shortest way from one plugin to another, with both. Null if there is none. */
function wayBetween(from: string, to: string, edges: Edges): string[] | null {
  const before = new Map<string, string | null>([[from, null]])
  const queue = [from]
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    if (at === to) {
      const way: string[] = []
      for (let step: string | null = at; step !== null; step = before.get(step) ?? null) way.unshift(step)
      return way
    }
    for (const next of edges(at)) {
      if (before.has(next)) continue
      before.set(next, at)
      queue.push(next)
    }
  }
  return null
}

/**
 * Sorts plugins so that each comes after those it requires or names in `after`. Else they are sorted by name,
 * so that the order is always the same. A plugin whose wishes cannot be met has a fault; the others start.
 */
function order<P extends Node>(plugins: readonly P[]): Order<P> {
  const byId = new Map(plugins.map(plugin => [plugin.id, plugin]))
  const required: Edges = id => byId.get(id)?.requires ?? []
  const all: Edges = id => [...required(id), ...(byId.get(id)?.after ?? [])]

  const faultOf = ({ id, requires = [], after = [] }: P): string | null => {
    for (const needed of requires) {
      if (!byId.has(needed))
        return (
          `requires "${needed}", which is not there: add the package of "${needed}" to "plugins" ` +
          'in the config, or correct "requires"'
        )
      const back = wayBetween(needed, id, required)
      if (back)
        return `requires itself in a circle, ${[id, ...back].join(' → ')}: remove one of these "requires"`
    }
    for (const earlier of after) {
      const back = wayBetween(earlier, id, all)
      if (back) return `comes after itself, ${[id, ...back].join(' → ')}: remove "${earlier}" from "after"`
    }
    return null
  }

  const faults = new Map(
    plugins.flatMap(plugin => {
      const fault = faultOf(plugin)
      return fault === null ? [] : [[plugin, fault] as const]
    }),
  )
  const done = new Set<P>()
  const visit = (plugin: P): void => {
    if (done.has(plugin) || faults.has(plugin)) return
    for (const id of [...required(plugin.id).toSorted(), ...(plugin.after ?? []).toSorted()]) {
      const needed = byId.get(id)
      if (needed) visit(needed)
    }
    done.add(plugin)
  }
  const byName = plugins.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  for (const plugin of byName) visit(plugin)
  return { sorted: [...done, ...byName.filter(plugin => faults.has(plugin))], faults }
}

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
