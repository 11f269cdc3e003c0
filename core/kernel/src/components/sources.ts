import type { BoundPlaceSource, BoundSearchSource, Plugin } from '@linecard/plugin-kit'
import { ContractError } from '../http/contract.ts'
import type { LoadedComponent } from './component.ts'

type Slot = 'search' | 'places'
type Source = { label: string; permission?: string }

const sourcesOf = (plugin: Plugin, slot: Slot): [type: string, source: Source][] =>
  Object.entries<Source>(plugin[slot] ?? {})

/**
 * Each type of hit belongs to one plugin. `device` may be found both by text and by place.
 * @throws ContractError
 */
export function assertSources(
  components: readonly Pick<LoadedComponent, 'plugin'>[],
  permissions: ReadonlySet<string>,
): void {
  for (const slot of ['search', 'places'] as const) {
    const owners = new Map<string, string>()
    for (const { plugin } of components) {
      for (const [type, { label, permission }] of plugin ? sourcesOf(plugin, slot) : []) {
        const faults = [
          /^[a-z][a-z0-9_]{0,39}$/.test(type)
            ? null
            : 'a type of hit has lower case letters, digits and underscores, at most 40 characters',
          owners.has(type) ? `"${owners.get(type)}" has this type too` : null,
          label ? null : 'label is missing',
          permission === undefined || permissions.has(permission)
            ? null
            : `permission "${permission}" is declared by no plugin`,
        ].filter(fault => fault !== null)
        if (faults.length > 0) throw new ContractError(plugin!.id, `${slot} "${type}"`, faults)
        owners.set(type, plugin!.id)
      }
    }
  }
}

const labels = (component: LoadedComponent, type: string, { label, permission }: Source) => ({
  type,
  component: component.key,
  label,
  permission: permission ?? null,
})

/** The search sources of running plugins. */
export const searchSources = (ready: readonly LoadedComponent[]): BoundSearchSource[] =>
  ready.flatMap(component =>
    Object.entries(component.plugin!.search ?? {}).map(([type, source]) => ({
      ...labels(component, type, source),
      find: (query, options) => source.find(component.context as never, query, options),
    })),
  )

/** The place sources of running plugins. */
export const placeSources = (ready: readonly LoadedComponent[]): BoundPlaceSource[] =>
  ready.flatMap(component =>
    Object.entries(component.plugin!.places ?? {}).map(([type, source]) => ({
      ...labels(component, type, source),
      near: (query, options) => source.near(component.context as never, query, options),
    })),
  )
