import type { Caller, Context } from '@linecard/plugin-kit'
import { UserSession, User } from '../entities/index.ts'
import { networkMatcher } from '../networks/match.ts'
import { strictMatcher } from '../networks/strict-access.ts'
import { rolePermissions } from './permissions.ts'

/** The use of a key is written once in this time, and whenever the address changes. */
const markUsedEverySec = 60
const maxAgentLength = 300

export interface KnownKey {
  caller: Caller
  expiresAt: Date
  /** Each must allow the address of the request. */
  limits: readonly ((ip: string) => boolean)[]
}

/** Where a request comes from. */
export interface RequestOrigin {
  ip: string
  headers: Readonly<Record<string, string | string[] | undefined>>
}

export const agentOf = ({ headers }: Pick<RequestOrigin, 'headers'>): string =>
  String(headers['user-agent'] ?? '').slice(0, maxAgentLength)

/** A failure is only logged: it must not refuse a valid key. */
async function markUsed(
  ctx: Context,
  { id, user }: UserSession,
  origin: RequestOrigin,
  now: Date,
): Promise<void> {
  try {
    const em = ctx.em()
    const earlier = new Date(now.getTime() - markUsedEverySec * 1000)
    const marked = await em.nativeUpdate(
      UserSession,
      { id, $or: [{ lastUsedAt: null }, { lastIp: { $ne: origin.ip } }, { lastUsedAt: { $lt: earlier } }] },
      { lastUsedAt: now, lastIp: origin.ip, lastDevice: agentOf(origin) },
    )
    if (marked > 0) await em.nativeUpdate(User, { id: user.id }, { lastActivity: now })
  } catch (error) {
    ctx.log.warn({ err: error, session: id }, 'cannot note the use of a key')
  }
}

/**
 * Reads a key from the database and notes its use. Null if it is unknown or expired, or its user disabled.
 */
export async function loadKey(
  ctx: Context,
  keyHash: string,
  origin: RequestOrigin,
  now: Date,
): Promise<KnownKey | null> {
  const session = await ctx
    .em()
    .findOne(
      UserSession,
      { keyHash, expiresAt: { $gt: now }, user: { status: 'ENABLED' } },
      { populate: ['user', 'user.role'] },
    )
  if (!session) return null
  const { user } = session
  const limits = [
    session.networks ? networkMatcher(session.networks) : null,
    strictMatcher(user.settings),
  ].filter(limit => limit !== null)
  if (limits.every(allows => allows(origin.ip))) await markUsed(ctx, session, origin, now)
  const ofRole = rolePermissions(ctx, user.role)
  const { permissions: limitedTo } = session
  const caller: Caller = {
    userId: user.id,
    login: user.login,
    permissions: new Set(limitedTo ? ofRole.filter(key => limitedTo.includes(key)) : ofRole),
    groupIds: user.groupIds ?? null,
    sessionId: session.id,
  }
  return { caller, limits, expiresAt: session.expiresAt }
}
