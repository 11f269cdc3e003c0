import type { Plugin } from '@linecard/plugin-kit'
import { prefix } from './address.ts'
import type { ContractFaults } from './contract-faults.ts'

/** Where the slot `http` of a plugin lies and which permission it needs. Null if the plugin has none. */
export const slotOf = ({ id, http }: Plugin): { prefix: string; permission: string } | null =>
  http ? { prefix: `${prefix}${http.prefix ?? `/component/${id}`}`, permission: http.permission } : null

/** Finds slots without a known permission, or with a wrong prefix. */
export function enforceSlots(
  plugins: readonly Plugin[],
  permissions: ReadonlySet<string>,
  faults: ContractFaults,
): void {
  for (const plugin of plugins) {
    const slot = slotOf(plugin)
    if (!slot) continue
    const { permission } = slot
    const found = [
      permission ? null : 'permission is missing: a key, "signed-in" or "public"',
      !permission || permission === 'public' || permission === 'signed-in' || permissions.has(permission)
        ? null
        : `permission "${permission}" is declared by no plugin: declare it in "permissions", or correct it`,
      /^(\/[a-z\d][a-z\d_-]*)+$/.test(slot.prefix.slice(prefix.length))
        ? null
        : 'the prefix must be a path such as /component/stickers, in lower case and without parameters',
    ].filter(fault => fault !== null)
    faults.add(plugin.id, 'http', found)
  }
}
