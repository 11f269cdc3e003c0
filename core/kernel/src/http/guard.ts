import { needPermission, type Auth, type Caller } from '@linecard/plugin-kit'
import { fail } from '../errors.ts'

interface Asked {
  headers: Readonly<Record<string, string | string[] | undefined>>
  query: Record<string, unknown>
  ip: string
  /** Why its address does not say who asks; null: nothing speaks against it. */
  doubt(): string | null
}

/**
 * Takes `x-auth-key` out of the query: it is no parameter of any operation and must reach no log (fault 59).
 */
export function takeQueryKey(query: Record<string, unknown>): string[] {
  const keys: string[] = []
  for (const name of Object.keys(query)) {
    if (name.toLowerCase() !== 'x-auth-key') continue
    keys.push(...[query[name]].flat().map(String))
    delete query[name]
  }
  return keys
}

/**
 * The key a request carries; null for none. An empty one counts as none. @throws ApiError when it carries two
 * that differ
 */
export function keyOf(request: Pick<Asked, 'headers' | 'query'>): string | null {
  const header = [request.headers['x-auth-key'] ?? []].flat()
  const keys = new Set([...header, ...takeQueryKey(request.query)].filter(key => key !== ''))
  if (keys.size > 1) throw fail('KEYS_DIFFER')
  return [...keys][0] ?? null
}

/** Who asks, where somebody must be known. @throws ApiError 401 without a valid key */
export async function callerOf(auth: Auth, request: Asked): Promise<Caller> {
  const key = keyOf(request)
  const caller = await auth.authenticate({
    key,
    ip: request.ip,
    doubt: key ? null : request.doubt(),
    headers: request.headers,
  })
  if (!caller && key) throw fail('KEY_INVALID')
  if (!caller) throw fail('KEY_MISSING')
  return caller
}

/** The same, where a permission is needed. @throws ApiError 401, 403 naming the permission that is lacking */
export async function guard(auth: Auth, permission: string, request: Asked): Promise<Caller> {
  const caller = await callerOf(auth, request)
  allow(caller, permission)
  return caller
}

/** @throws ApiError INSUFFICIENT_PRIVILEGES */
export function allow(caller: Caller, permission: string): void {
  if (permission !== 'signed-in') needPermission(caller, permission)
}
