import { Type as T } from 'typebox'
import { IdParams, Reply, type Routes } from '@linecard/plugin-kit'
import { assertOwnOrManager } from '../callers/rules.ts'
import { UserSession } from '../entities/index.ts'
import type { Identity } from '../identity.ts'
import { CrossAuthView, KeyView, SignInView } from '../schemas.ts'
import { CrossAuthBody, KeyBody, SignInBody } from './bodies.ts'
import { crossAuth } from './cross-auth.ts'
import { createProgramKey } from './program-key.ts'
import { signIn } from './sign-in.ts'

export function signInRoutes(routes: Routes, identity: Identity): void {
  routes.post(
    '/auth',
    {
      operationId: 'identity.sign-in',
      tag: 'auth',
      summary: 'Signs in',
      permission: 'public',
      action: 'user:logged_in',
      body: SignInBody,
      response: SignInView,
    },
    async ({ body, ip, headers, note }) => {
      note({ user: { id: null, login: body.login } })
      const signedIn = await signIn(identity, body, { ip, headers })
      note({ user: { id: signedIn.user.id, login: signedIn.user.login } })
      return signedIn
    },
  )

  routes.delete(
    '/logout',
    {
      operationId: 'identity.sign-out',
      tag: 'auth',
      summary: 'Ends the session whose key the request sends',
      permission: 'signed-in',
      action: 'user:logged_out',
      response: T.Null(),
    },
    async ({ caller }) => {
      if (caller.sessionId !== null)
        await identity.ctx.em().nativeDelete(UserSession, { id: caller.sessionId })
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
      description:
        'The user must have no permission and see no device group that the caller does not have or see.',
    },
    async ({ caller, body }) =>
      new Reply(await crossAuth(identity, caller, body), null, { 'cache-control': 'no-store' }),
  )

  routes.post(
    '/user/:id/generate-auth-key',
    {
      operationId: 'identity.key.create',
      tag: 'user',
      summary: 'Creates a key for a program',
      description:
        'All users create keys for themselves; for other users this needs user_management. ' +
        "`password` is the caller's own.",
      permission: 'signed-in',
      params: IdParams,
      body: KeyBody,
      response: KeyView,
      status: 201,
    },
    ({ caller, params, body, ip }) => {
      assertOwnOrManager(caller, params.id)
      return createProgramKey(identity, { caller, ip }, params.id, body)
    },
  )
}
