import { COMPONENTS_CHANGED, type Caller, type Context } from '@linecard/plugin-kit'
import { OWNER_ROLE, SYSTEM_ROLE, SYSTEM_USER, Session, type Role } from '../entities/index.ts'
import { fail } from '../errors.ts'
import { strictMatcher } from '../users/strict-access.ts'
import { hashOf } from './keys.ts'
import { matcherOf } from './networks.ts'

/**
 * How long a caller is remembered: a change made on another machine whose message is lost is noticed after
 * this.
 */
const CACHE_MS = 1000
const MAX_CACHED = 10_000
const LAST_USED_EVERY_SEC = 60

/** Permissions of a role; built-in roles hold all there are. */
export function permissionsOf(ctx: Context, role: Pick<Role, 'id' | 'permissions'>): string[] {
  if (role.id !== OWNER_ROLE && role.id !== SYSTEM_ROLE) return role.permissions
  return ctx
    .use('installation')
    .permissions()
    .map(permission => permission.key)
}

interface From {
  ip: string
  device: string
}
interface Known {
  caller: Caller
  until: number
  allows(ip: string): boolean
}

/** Who holds a key, remembered for a moment. */
export function makeAuthenticate(ctx: Context) {
  const cache = new Map<string, Known>()
  /** Many requests with one key ask the database once. */
  const loading = new Map<string, Promise<Known | null>>()
  let generation = 0
  const forget = () => {
    generation++
    cache.clear()
    loading.clear()
  }
  let system: { caller: Caller; until: number } | null = null
  // Who holds every permission holds other ones when components come and go.
  const leave = [
    ctx.events.on('identity.changed', forget),
    ctx.events.on(COMPONENTS_CHANGED, () => {
      forget()
      system = null
    }),
  ]

  /** Written at most once a minute from one address; a failure to write it must not refuse a good key. */
  const markUsed = async (session: { id: number; userId: number }, { ip, device }: From, now: Date) => {
    const changed = await ctx.em().execute<unknown[]>(
      `
      update identity_session set last_used_at = ?, last_ip = ?, last_device = ?
      where id = ? and (last_used_at is null or last_ip <> ? or last_used_at < ?::timestamptz - interval '${LAST_USED_EVERY_SEC} s') returning id`,
      [now, ip, device, session.id, ip, now],
    )
    if (changed.length)
      await ctx.em().execute('update identity_user set last_activity = ? where id = ?', [now, session.userId])
  }

  const load = async (keyHash: string, from: From, now: Date): Promise<Known | null> => {
    const session = await ctx
      .em()
      .findOne(
        Session,
        { keyHash, expiresAt: { $gt: now }, user: { status: 'ENABLED' } },
        { populate: ['user', 'user.role'] },
      )
    if (!session) return null
    const { user } = session
    const [ofKey, ofUser] = [
      session.networks ? matcherOf(session.networks) : () => true,
      strictMatcher(user.settings),
    ]
    const allows = (ip: string) => ofKey(ip) && ofUser(ip)
    if (allows(from.ip))
      await markUsed({ id: session.id, userId: user.id }, from, now).catch(error =>
        ctx.log.warn({ err: error, session: session.id }, 'cannot note the use of a key'),
      )
    const held = permissionsOf(ctx, user.role)
    const permissions = new Set(
      session.permissions ? held.filter(key => session.permissions!.includes(key)) : held,
    )
    const caller: Caller = {
      userId: user.id,
      login: user.login,
      permissions,
      groupIds: user.groupIds ?? null,
      sessionId: session.id,
    }
    return { caller, allows, until: Math.min(now.getTime() + CACHE_MS, session.expiresAt.getTime()) }
  }

  const loadOnce = (keyHash: string, from: From, now: Date): Promise<Known | null> => {
    const asked = generation
    const found =
      loading.get(keyHash) ??
      load(keyHash, from, now)
        .then(known => {
          // What was read before a change must not outlive it.
          if (known && asked === generation) {
            cache.set(keyHash, known)
            if (cache.size > MAX_CACHED) cache.delete(cache.keys().next().value!)
          }
          return known
        })
        .finally(() => {
          if (loading.get(keyHash) === found) loading.delete(keyHash)
        })
    loading.set(keyHash, found)
    return found
  }

  return {
    /**
     * The holder of a key; null for one that is unknown or over. Throws INSUFFICIENT_PRIVILEGES where it may
     * not be used from this address.
     */
    async byKey(key: string, from: From): Promise<Caller | null> {
      const now = ctx.clock()
      const keyHash = hashOf(key)
      const remembered = cache.get(keyHash)
      const known =
        remembered && remembered.until > now.getTime() ? remembered : await loadOnce(keyHash, from, now)
      if (known && !known.allows(from.ip)) throw fail('IDENTITY_ADDRESS_REFUSED', { ip: from.ip })
      return known?.caller ?? null
    },
    system(): Caller {
      const now = ctx.clock().getTime()
      if (!system || system.until <= now) {
        const permissions = new Set(permissionsOf(ctx, { id: SYSTEM_ROLE, permissions: [] }))
        system = {
          caller: { userId: SYSTEM_USER, login: 'sys', permissions, groupIds: null, sessionId: null },
          until: now + CACHE_MS,
        }
      }
      return system.caller
    },
    forget,
    stop() {
      for (const end of leave) end()
    },
  }
}
export type Authenticate = ReturnType<typeof makeAuthenticate>
