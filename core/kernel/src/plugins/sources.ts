import type { BoundPlaceSource, BoundSearchSource, Plugin } from '@linecard/plugin-kit'
import { ContractError } from '../http/contract.ts'
import type { Part } from './part.ts'

type Slot = 'search' | 'places'
type Source = { label: string; permission?: string }

const sourcesOf = (plugin: Plugin, slot: Slot): [type: string, source: Source][] =>
  Object.entries<Source>(plugin[slot] ?? {})

/**
 * Each type of hit belongs to one plugin; `device` may be both sought by text and by place. @throws
 * ContractError
 */
export function assertSources(
  parts: readonly Pick<Part, 'plugin'>[],
  permissions: ReadonlySet<string>,
): void {
  for (const slot of ['search', 'places'] as const) {
    const owners = new Map<string, string>()
    for (const { plugin } of parts) {
      for (const [type, { label, permission }] of plugin ? sourcesOf(plugin, slot) : []) {
        const faults = [
          /^[a-z][a-z0-9_]{0,39}$/.test(type)
            ? null
            : 'a type of hit is written in lower case with underscores, 40 characters at most',
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

const labels = (part: Part, type: string, { label, permission }: Source) => ({
  type,
  component: part.key,
  label,
  permission: permission ?? null,
})

/** What running plugins let be found by text. */
export const searchSources = (ready: readonly Part[]): BoundSearchSource[] =>
  ready.flatMap(part =>
    Object.entries(part.plugin!.search ?? {}).map(([type, source]) => ({
      ...labels(part, type, source),
      find: (query, options) => source.find(part.context as never, query, options),
    })),
  )

/** What running plugins know the place of. */
export const placeSources = (ready: readonly Part[]): BoundPlaceSource[] =>
  ready.flatMap(part =>
    Object.entries(part.plugin!.places ?? {}).map(([type, source]) => ({
      ...labels(part, type, source),
      near: (query, options) => source.near(part.context as never, query, options),
    })),
  )
