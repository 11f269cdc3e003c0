import { componentsChanged, type Caller, type Context } from '@linecard/plugin-kit'
import { LRUCache } from 'lru-cache'
import { systemRoleId, systemUserId } from '../entities/index.ts'
import { fail } from '../errors.ts'
import { keyHashOf } from '../sessions/keys.ts'
import { loadKey, type KnownKey, type RequestOrigin } from './known-key.ts'
import { rolePermissions } from './permissions.ts'

/**
 * How long a caller is remembered. A process that misses the message about a change of another process
 * notices the change after this time.
 */
const rememberMs = 1000
const maxRemembered = 10_000

interface Remembered extends KnownKey {
  until: number
}

/** Finds the caller behind a key, and remembers it for a moment. */
export function createAuthenticate(ctx: Context) {
  const remembered = new LRUCache<string, Remembered>({ max: maxRemembered })
  /** Requests with the same key wait for one database query. */
  const loading = new Map<string, Promise<Remembered | null>>()
  let generation = 0
  let system: { caller: Caller; until: number } | null = null

  const forget = () => {
    generation++
    remembered.clear()
    loading.clear()
  }
  const unsubscribe = [
    ctx.events.on('identity.changed', forget),
    // The built-in roles have all permissions, so they change with the components.
    ctx.events.on(componentsChanged, () => {
      forget()
      system = null
    }),
  ]

  async function load(keyHash: string, origin: RequestOrigin, now: Date): Promise<Remembered | null> {
    const startedIn = generation
    const known = await loadKey(ctx, keyHash, origin, now)
    if (!known) return null
    const until = Math.min(now.getTime() + rememberMs, known.expiresAt.getTime())
    const entry = { ...known, until }
    // A change since the start of the query may have made it wrong.
    if (startedIn === generation) remembered.set(keyHash, entry)
    return entry
  }

  function loadOnce(keyHash: string, origin: RequestOrigin, now: Date): Promise<Remembered | null> {
    const present = loading.get(keyHash)
    if (present) return present
    const started = load(keyHash, origin, now).finally(() => {
      if (loading.get(keyHash) === started) loading.delete(keyHash)
    })
    loading.set(keyHash, started)
    return started
  }

  return {
    /**
     * The owner of a key. Null if the key is unknown or expired.
     * @throws ApiError IDENTITY_ADDRESS_REFUSED if the key cannot be used from this address
     */
    async byKey(key: string, origin: RequestOrigin): Promise<Caller | null> {
      const now = ctx.clock()
      const keyHash = keyHashOf(key)
      let known: Remembered | null | undefined = remembered.get(keyHash)
      if (!known || known.until <= now.getTime()) known = await loadOnce(keyHash, origin, now)
      if (!known) return null
      for (const allows of known.limits)
        if (!allows(origin.ip)) throw fail('IDENTITY_ADDRESS_REFUSED', { ip: origin.ip })
      return known.caller
    },
    /** The built-in user `sys`. */
    system(): Caller {
      const now = ctx.clock().getTime()
      if (!system || system.until <= now) {
        const permissions = new Set(rolePermissions(ctx, { id: systemRoleId, permissions: [] }))
        system = {
          caller: { userId: systemUserId, login: 'sys', permissions, groupIds: null, sessionId: null },
          until: now + rememberMs,
        }
      }
      return system.caller
    },
    forget,
    stop() {
      for (const end of unsubscribe) end()
    },
  }
}
export type Authenticate = ReturnType<typeof createAuthenticate>
