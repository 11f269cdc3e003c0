import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { JsonSchema } from './named-schemas.ts'

/** The named schemas to which a schema refers, and those to which they refer. */
export function reached(schema: unknown, named: ReadonlyMap<string, JsonSchema>): Map<string, JsonSchema> {
  const found = new Map<string, JsonSchema>()
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if ('$ref' in value && typeof value.$ref === 'string') {
      const id = value.$ref.replace(/#.*$/, '')
      const target = named.get(id)
      if (target && !found.has(id)) {
        found.set(id, target)
        look(target)
      }
    }
    for (const inner of Object.values(value)) look(inner)
  }
  look(schema)
  return found
}

/**
 * What was compiled in this process, by the text of its schemas. Routes share schemas, and so do the
 * applications that follow each other while components are switched. The oldest are forgotten.
 */
const kept = new LRUCache<string, object>({ max: 1_000 })

/**
 * Makes it, unless the same was made of the same schemas before. `how`: everything else that makes a
 * difference.
 */
export function keptOf<T extends object>(
  how: string,
  schema: unknown,
  beside: ReadonlyMap<string, JsonSchema>,
  make: () => T,
): T {
  const key = hash('sha256', JSON.stringify([how, schema, [...beside]]))
  const known = kept.get(key) as T | undefined
  if (known) return known
  const made = make()
  kept.set(key, made)
  return made
}
