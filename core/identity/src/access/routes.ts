import { Type as T } from 'typebox'
import {
  Deleted,
  Id,
  IdParams,
  Reply,
  closedObject,
  text,
  type Caller,
  type Routes,
} from '@linecard/plugin-kit'
import { Session } from '../entities/index.ts'
import { fail } from '../errors.ts'
import { assertOwnOrManager, type Identity } from '../identity.ts'
import { CrossAuthView, KeyView, SessionView, SignInView } from '../schemas.ts'
import { assertMayManage, userById } from '../users/service.ts'
import { CrossAuthBody, crossAuth } from './cross-auth.ts'
import { closeSessions } from './sessions.ts'
import { generateKey, signIn } from './sign-in.ts'

export function accessRoutes(routes: Routes, identity: Identity): void {
  const { ctx } = identity

  routes.post(
    '/auth',
    {
      operationId: 'identity.sign-in',
      tag: 'auth',
      summary: 'Signs in',
      permission: 'public',
      action: 'user:logged_in',
      body: closedObject(
        {
          login: T.String({ minLength: 1, maxLength: 64 }),
          password: T.String({ minLength: 1, maxLength: 256, writeOnly: true }),
          pin: T.Optional(
            T.String({
              maxLength: 32,
              writeOnly: true,
              description: 'Code of the authenticator, or a recovery code; where two-factor is on',
            }),
          ),
        },
        { examples: [{ login: 'admin', password: 'the password' }] },
      ),
      response: SignInView,
    },
    async ({ body, ip, headers, note }) => {
      note({ user: { id: null, login: body.login } })
      const signedIn = await signIn(identity, body, { ip, device: String(headers['user-agent'] ?? '') })
      note({ user: { id: signedIn.user.id, login: signedIn.user.login } })
      return signedIn
    },
  )

  routes.delete(
    '/logout',
    {
      operationId: 'identity.sign-out',
      tag: 'auth',
      summary: 'Ends the session of the key sent',
      permission: 'signed-in',
      action: 'user:logged_out',
      response: T.Null(),
    },
    async ({ caller }) => {
      if (caller.sessionId !== null) await ctx.em().nativeDelete(Session, { id: caller.sessionId })
      await identity.changed()
      return null
    },
  )

  routes.post(
    '/system/cross-auth',
    {
      operationId: 'identity.cross-auth',
      tag: 'auth',
      summary: 'Opens a session for another user',
      permission: 'system_cross_auth_user',
      body: CrossAuthBody,
      response: CrossAuthView,
      description: 'Only for users who hold no permission and see no device group that the caller lacks.',
    },
    async ({ caller, body }) =>
      new Reply(await crossAuth(identity, caller, body), null, { 'cache-control': 'no-store' }),
  )

  routes.post(
    '/user/:id/generate-auth-key',
    {
      operationId: 'identity.key.create',
      tag: 'user',
      summary: 'Makes a key for a program',
      description: "Own: any user; for others: user_management. `password` is the caller's own.",
      permission: 'signed-in',
      params: IdParams,
      body: closedObject(
        {
          expire: T.String({
            maxLength: 10,
            description: 'Lifetime: a number and m, h or d',
            examples: ['365d'],
          }),
          description: T.Optional(text(200)),
          password: T.String({ minLength: 1, maxLength: 256, writeOnly: true }),
          networks: T.Optional(
            T.Array(text(50), {
              maxItems: 100,
              description: 'Addresses and networks from which alone the key is good',
            }),
          ),
          permissions: T.Optional(
            T.Array(text(100), {
              minItems: 1,
              maxItems: 1000,
              description: 'Permissions of the user that the key is limited to',
            }),
          ),
        },
        { examples: [{ expire: '365d', description: 'billing', password: 'my own password' }] },
      ),
      response: KeyView,
      status: 201,
    },
    ({ caller, params, body, ip }) => {
      assertOwnOrManager(caller, params.id)
      return generateKey(identity, caller, params.id, body, ip)
    },
  )

  /** The user whose sessions are asked for: oneself, or one that the caller may manage. */
  const assertSessionsOf = async (caller: Caller, userId: number, change: boolean) => {
    assertOwnOrManager(caller, userId)
    const user = await userById(ctx.em(), userId)
    if (change && caller.userId !== userId) assertMayManage(identity, caller, user)
  }

  routes.get(
    '/user/:id/sessions',
    {
      operationId: 'identity.sessions.list',
      tag: 'user',
      summary: 'Sessions and keys of a user',
      permission: 'signed-in',
      params: IdParams,
      response: T.Array(SessionView),
    },
    async ({ caller, params }) => {
      await assertSessionsOf(caller, params.id, false)
      const sessions = await ctx
        .em()
        .find(
          Session,
          { user: params.id, expiresAt: { $gt: ctx.clock() } },
          { orderBy: { id: 'desc' }, limit: 1000 },
        )
      return sessions.map(session => ({
        id: session.id,
        key_prefix: session.keyPrefix,
        manual: session.manual,
        current: session.id === caller.sessionId,
        description: session.description,
        ip: session.ip,
        device: session.device,
        created_at: session.createdAt,
        expired_at: session.expiresAt,
        last_used_at: session.lastUsedAt ?? null,
        last_used_ip: session.lastUsedAt ? session.lastIp : null,
        last_used_device: session.lastUsedAt ? session.lastDevice : null,
        cross_auth: session.crossAuth,
        networks: session.networks ?? null,
        permissions: session.permissions ?? null,
      }))
    },
  )

  routes.delete(
    '/user/:id/sessions',
    {
      operationId: 'identity.sessions.close',
      tag: 'user',
      summary: 'Ends all sessions and keys of a user, save the one of this request',
      permission: 'signed-in',
      params: IdParams,
      response: closedObject({ closed: T.Integer() }),
    },
    async ({ caller, params }) => {
      await assertSessionsOf(caller, params.id, true)
      const closed = await closeSessions(ctx.em(), params.id, caller.sessionId)
      await identity.changed()
      return { closed }
    },
  )

  routes.delete(
    '/user/:id/sessions/:sessionId',
    {
      operationId: 'identity.session.close',
      tag: 'user',
      summary: 'Ends one session or key',
      permission: 'signed-in',
      params: closedObject({ id: Id, sessionId: Id }),
      response: Deleted,
    },
    async ({ caller, params }) => {
      await assertSessionsOf(caller, params.id, true)
      const closed = await ctx.em().nativeDelete(Session, { id: params.sessionId, user: params.id })
      if (!closed) throw fail('IDENTITY_SESSION_UNKNOWN', { id: params.sessionId })
      await identity.changed()
      return { id: params.sessionId }
    },
  )
}
