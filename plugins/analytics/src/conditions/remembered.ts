import type { Condition, ConditionSource } from '@linecard/plugin-kit'
import type { ConditionName } from '../config.ts'
import type { Analytics } from '../setup.ts'

/** Days and hours change what is found: it need not be sought at each look. */
const freshMs = 300_000
/** Conditions of one name at most. */
export const mostConditions = 1000

/**
 * A source whose conditions are sought at most every five minutes. It tells none unless the setting `told`
 * names it.
 */
export function remembered(
  name: ConditionName,
  {
    find,
    ...source
  }: Omit<ConditionSource<Analytics>, 'holding'> & { find(parts: Analytics): Promise<readonly Condition[]> },
): ConditionSource<Analytics> {
  return {
    ...source,
    async holding(parts, { deviceIds }) {
      if (!parts.ctx.config.told.includes(name)) return []
      const now = parts.ctx.clock().getTime()
      let last = parts.told.get(name)
      if (!last || now - last.at >= freshMs || now < last.at) {
        last = { at: now, conditions: find(parts) }
        parts.told.set(name, last)
        // What failed is sought again at the next look.
        last.conditions.catch(() => parts.told.delete(name))
      }
      const all = await last.conditions
      if (deviceIds === null) return all
      const wanted = new Set(deviceIds)
      return all.filter(({ device_id: id }) => id !== null && wanted.has(id))
    },
  }
}
