import { fail } from '../../errors.ts'
import { isObject } from './layers.ts'

/** Values of one list at most, and characters of one: what a reading of interfaces takes. */
export const [mostUnwanted, longestUnwanted] = [100, 100]
const lists = ['types', 'names'] as const

function listMessage(value: unknown): string | null {
  if (value === null) return null
  if (!Array.isArray(value) || value.length > mostUnwanted)
    return `must be a list of at most ${mostUnwanted} values`
  const wrong = value.some(one =>
    typeof one === 'string' ? one === '' || one.length > longestUnwanted : !Number.isInteger(one),
  )
  return wrong ? `must have texts of 1 to ${longestUnwanted} characters` : null
}

/**
 * Checks `params.unwanted_interfaces` of a device or a model. Null means: not set here.
 * @throws ApiError INVENTORY_UNWANTED_INVALID (400)
 */
export function assertUnwanted({ unwanted_interfaces: own }: Readonly<Record<string, unknown>>): void {
  const refuse = (path: string, what: string) =>
    fail('INVENTORY_UNWANTED_INVALID', { path, what }, [{ path: `params.${path}`, message: what }])
  if (own === undefined || own === null) return
  // PHP's empty object.
  if (Array.isArray(own) && own.length === 0) return
  if (!isObject(own)) throw refuse('unwanted_interfaces', 'must be an object with types and names')
  for (const [key, value] of Object.entries(own)) {
    const known = (lists as readonly string[]).includes(key)
    const what = known ? listMessage(value) : 'is unknown: there are types and names'
    if (what) throw refuse(`unwanted_interfaces.${key}`, what)
  }
}
