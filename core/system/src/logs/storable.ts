const unstorable = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * A copy that PostgreSQL takes as text and jsonb: each NUL and each half of a surrogate pair, in texts and in
 * names of members, becomes its visible escape. Such a character must not keep an action out of the log.
 */
export function storable<T>(value: T): T {
  if (typeof value === 'string') return value.replace(unstorable, escaped) as T
  if (Array.isArray(value)) return value.map(storable) as T
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(entry => storable(entry))) as T
}
