import type { Permission } from '@linecard/plugin-kit'
import type { LoadedComponent } from './component.ts'

export interface DeclaredPermission extends Required<Permission> {
  key: string
  plugin: string
}

/**
 * Permissions that the given plugins declare. A key that two declare is that of the first in the config: the
 * other one is `failed`.
 */
export function permissionsOf(components: readonly LoadedComponent[]): DeclaredPermission[] {
  const byKey = new Map<string, { permission: DeclaredPermission; rank: number }>()
  for (const { plugin, rank } of components)
    for (const [key, permission] of Object.entries(plugin?.permissions ?? {}))
      if (!((byKey.get(key)?.rank ?? Infinity) <= rank))
        byKey.set(key, { rank, permission: { default: false, ...permission, key, plugin: plugin!.id } })
  return [...byKey.values()].map(({ permission }) => permission)
}
