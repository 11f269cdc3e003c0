import type {
  BoundKeep,
  BoundPlaceSource,
  BoundPoller,
  BoundSearchSource,
  Plugin,
  Polled,
} from '@linecard/plugin-kit'
import type { LoadedComponent } from './component.ts'
import { contained } from './entered.ts'

type Slot = 'search' | 'places'
type Source = { label: string; permission?: string }

const sourcesOf = (plugin: Plugin, slot: Slot): [type: string, source: Source][] =>
  Object.entries<Source>(plugin[slot] ?? {})

/** What is wrong with the search and place sources of a plugin. Permissions are those of all plugins. */
export const sourceFaults = (plugin: Plugin, permissions: ReadonlySet<string>): string[] =>
  (['search', 'places'] as const).flatMap(slot =>
    sourcesOf(plugin, slot).flatMap(([type, { label, permission }]) =>
      [
        /^[a-z][a-z0-9_]{0,39}$/.test(type)
          ? null
          : 'a type of hit has lower case letters, digits and underscores, at most 40 characters',
        label ? null : 'label is missing',
        permission === undefined || permissions.has(permission)
          ? null
          : `permission "${permission}" is declared by no plugin: declare it in "permissions"`,
      ].flatMap(fault => (fault ? [`${slot} "${type}": ${fault}`] : [])),
    ),
  )

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

/** What running plugins keep of the answers of devices. */
export const boundKeeps = (ready: readonly LoadedComponent[]): BoundKeep[] =>
  ready.flatMap(component =>
    Object.entries(component.plugin!.keeps ?? {}).map(([name, { modules, whole = false, keep }]) => ({
      key: `${component.key}.${name}`,
      component: component.key,
      modules: new Set(modules.map(module => module.name)),
      whole,
      keep: answers => keep(component.context as never, answers),
    })),
  )

/** The pollers of running plugins, each with the stores of all running plugins, its own first. */
export const boundPollers = (ready: readonly LoadedComponent[]): BoundPoller[] =>
  ready.flatMap(owner =>
    Object.entries(owner.plugin!.pollers ?? {}).map(([key, poller]) => ({
      ...poller,
      intervalSec: contained(
        () => poller.every?.(owner.context as never) ?? poller.intervalSec,
        poller.intervalSec,
      ),
      ...(poller.argsFor && {
        // The device is not asked for this module: nobody knows with which arguments.
        argsFor: (params, module) => contained(() => poller.argsFor!(params, module), null),
      }),
      key,
      component: owner.key,
      stores: [owner, ...ready.filter(one => one !== owner)].flatMap(one => {
        const found = one === owner ? poller : one.plugin!.pollStores?.[key]
        return found?.store
          ? { component: one.key, store: (polled: Polled) => found.store!(one.context as never, polled) }
          : []
      }),
    })),
  )
