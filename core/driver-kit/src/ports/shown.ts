import type { ExpectedPort } from '../contract/port.ts'
import { sameName } from './names.ts'

/** Answers have their interfaces in rows, or in lists of an object. */
const maxDepth = 6

/**
 * The name under which an answer shows the interface with this bind key, for example in the field `interface`
 * of a row; null if it does not show it.
 */
export function nameIn(data: unknown, id: number, depth = maxDepth): string | null {
  if (typeof data !== 'object' || data === null || depth === 0) return null
  const own = data as { id?: unknown; name?: unknown; if_index?: unknown }
  if (own.id === id && own.if_index !== undefined && typeof own.name === 'string') return own.name
  for (const part of Array.isArray(data) ? data : Object.values(data)) {
    const name = nameIn(part, id, depth - 1)
    if (name !== null) return name
  }
  return null
}

/** Whether an answer shows another name for the port: it was given when another port had its bind key. */
export function showsOther(data: unknown, { id, name }: Pick<ExpectedPort, 'id' | 'name'>): boolean {
  const shown = nameIn(data, id)
  return shown !== null && !sameName(shown, name)
}
