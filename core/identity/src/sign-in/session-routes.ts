import { Type as T } from 'typebox'
import { Deleted, IdParams, closedObject, type Caller, type Routes } from '@linecard/plugin-kit'
import { rolePermissions } from '../callers/permissions.ts'
import { assertHolds, assertMayManage, assertNotBeyond, assertOwnOrManager } from '../callers/rules.ts'
import { UserSession } from '../entities/index.ts'
import { fail } from '../errors.ts'
import type { Identity } from '../identity.ts'
import { SessionView } from '../schemas.ts'
import { closeSessions, listSessions } from '../sessions/store.ts'
import { userById } from '../users/find.ts'
import { SessionParams } from './bodies.ts'

const tag = 'user'
const permission = 'signed-in'

const sessionView = (row: Awaited<ReturnType<typeof listSessions>>[number], caller: Caller): SessionView => ({
  ...row,
  current: row.id === caller.sessionId,
  last_used_ip: row.last_used_at && row.last_used_ip,
  last_used_device: row.last_used_at && row.last_used_device,
})

/** Callers may end sessions of their own, and of users whom they may manage, but none that can do more. */
async function assertMayEnd(
  { ctx }: Identity,
  caller: Caller,
  userId: number,
  session?: UserSession,
): Promise<void> {
  assertOwnOrManager(caller, userId)
  const user = await userById(ctx.em(), userId)
  if (caller.userId !== userId) return assertMayManage(ctx, caller, user)
  const ofRole = rolePermissions(ctx, user.role)
  const limitedTo = session?.permissions
  if (session && session.id === caller.sessionId) return
  assertHolds(caller, limitedTo ? ofRole.filter(key => limitedTo.includes(key)) : ofRole)
}

export function sessionRoutes(routes: Routes, identity: Identity): void {
  const { ctx } = identity

  routes.get(
    '/user/:id/sessions',
    {
      operationId: 'identity.sessions.list',
      scope: 'user',
      tag,
      summary: 'Sessions and keys of a user',
      description:
        'Sessions from signing in and keys of programs, each with its last use. The keys themselves are ' +
        'never shown, only their beginnings. For another user this needs `user_management` and no ' +
        "permission and no device group beyond the caller's own.",
      permission,
      params: IdParams,
      response: T.Array(SessionView),
    },
    async ({ caller, params }) => {
      assertOwnOrManager(caller, params.id)
      assertNotBeyond(ctx, caller, await userById(ctx.em(), params.id))
      const sessions = await listSessions(ctx.em(), params.id, ctx.clock())
      return sessions.map(session => sessionView(session, caller))
    },
  )

  routes.delete(
    '/user/:id/sessions',
    {
      operationId: 'identity.sessions.close',
      scope: 'user',
      tag,
      summary: 'Ends all sessions and keys of a user except the one of this request',
      description:
        'For example after a phone was lost: everything that was signed in as this user has to sign in ' +
        'again. The answer counts what was ended. For another user this needs `user_management` and no ' +
        "permission beyond the caller's own. A key that is limited to some permissions cannot end " +
        'sessions that have more: 403.',
      permission,
      params: IdParams,
      response: closedObject({ closed: T.Integer() }),
    },
    async ({ caller, params }) => {
      await assertMayEnd(identity, caller, params.id)
      const closed = await closeSessions(ctx.em(), params.id, caller.sessionId)
      await identity.changed()
      return { closed }
    },
  )

  routes.delete(
    '/user/:id/sessions/:sessionId',
    {
      operationId: 'identity.session.close',
      scope: 'user',
      tag,
      summary: 'Ends one session or key',
      description:
        'The id is that of the list of sessions. For another user this needs `user_management` and no ' +
        "permission beyond the caller's own. A key that is limited to some permissions cannot end a " +
        'session that has more: 403.',
      permission,
      params: SessionParams,
      response: Deleted,
    },
    async ({ caller, params }) => {
      assertOwnOrManager(caller, params.id)
      const wanted = { id: params.sessionId, user: params.id }
      const session = await ctx.em().findOne(UserSession, wanted)
      await assertMayEnd(identity, caller, params.id, session ?? undefined)
      if (!session) throw fail('IDENTITY_SESSION_UNKNOWN', { id: params.sessionId })
      await ctx.em().nativeDelete(UserSession, wanted)
      await identity.changed()
      return { id: params.sessionId }
    },
  )
}
