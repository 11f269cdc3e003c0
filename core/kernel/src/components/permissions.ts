import type { Permission } from '@linecard/plugin-kit'
import { StartError } from '../start-error.ts'
import type { LoadedComponent } from './component.ts'

export interface DeclaredPermission extends Required<Permission> {
  key: string
  plugin: string
}

/**
 * Permissions that the given plugins declare.
 * @throws StartError if two plugins declare the same key
 */
export function permissionsOf(components: readonly LoadedComponent[]): DeclaredPermission[] {
  const byKey = new Map<string, DeclaredPermission>()
  for (const { plugin } of components) {
    for (const [key, permission] of Object.entries(plugin?.permissions ?? {})) {
      const other = byKey.get(key)
      if (other)
        throw new StartError(
          `Plugins "${other.plugin}" and "${plugin!.id}" both declare the permission "${key}"`,
        )
      byKey.set(key, { default: false, ...permission, key, plugin: plugin!.id })
    }
  }
  return [...byKey.values()]
}
