import type { Plugin } from '@linecard/plugin-kit'
import { prefix } from './address.ts'
import { ContractError } from './contract.ts'

/** The slot `http` of a plugin cannot be registered. This plugin fails; the others run. */
export class SlotError extends ContractError {}

/** Where the slot `http` of a plugin lies and which permission it needs. Null if the plugin has none. */
export const slotOf = ({ id, http }: Plugin): { prefix: string; permission: string } | null =>
  http ? { prefix: `${prefix}${http.prefix ?? `/component/${id}`}`, permission: http.permission } : null

/** @throws ContractError for a slot without a known permission, or with a prefix that is wrong or taken */
export function enforceSlots(plugins: readonly Plugin[], permissions: ReadonlySet<string>): void {
  const owners = new Map<string, string>()
  for (const plugin of plugins) {
    const slot = slotOf(plugin)
    if (!slot) continue
    const { permission } = slot
    const faults = [
      permission ? null : 'permission is missing: a key, "signed-in" or "public"',
      !permission || permission === 'public' || permission === 'signed-in' || permissions.has(permission)
        ? null
        : `permission "${permission}" is declared by no plugin`,
      /^(\/[a-z\d][a-z\d_-]*)+$/.test(slot.prefix.slice(prefix.length))
        ? null
        : 'the prefix must be a path such as /component/stickers, in lower case and without parameters',
      owners.has(slot.prefix) ? `the prefix ${slot.prefix} belongs to "${owners.get(slot.prefix)}"` : null,
    ].filter(fault => fault !== null)
    if (faults.length > 0) throw new ContractError(plugin.id, 'http', faults)
    owners.set(slot.prefix, plugin.id)
  }
}
