import { Type as T } from 'typebox'
import { notStored, notStoredHeaders, IdParams, type Routes } from '@linecard/plugin-kit'
import { assertOwnOrManager } from '../callers/rules.ts'
import { UserSession } from '../entities/index.ts'
import type { Identity } from '../identity.ts'
import { CrossAuthView, KeyView, SignInView } from '../schemas.ts'
import { CrossAuthBody, KeyBody, SignInBody } from './bodies.ts'
import { crossAuth } from './cross-auth.ts'
import { createProgramKey } from './program-key.ts'
import { signIn } from './sign-in.ts'

const onceHeader = {
  'Idempotency-Key': T.String({
    minLength: 1,
    maxLength: 255,
    description: 'The same one of the same user makes one key, as long as that key exists: then 409',
  }),
}

export function signInRoutes(routes: Routes, identity: Identity): void {
  ownSessionRoutes(routes, identity)
  issuedKeyRoutes(routes, identity)
}

function ownSessionRoutes(routes: Routes, identity: Identity): void {
  routes.post(
    '/auth',
    {
      operationId: 'identity.sign-in',
      scope: 'user',
      tag: 'auth',
      summary: 'Signs in',
      description:
        'Opens a session for a login and a password and answers its key, which every other request ' +
        'sends in the header `X-Auth-Key`. With a second factor, `pin` is needed too: without it the ' +
        'answer is 401 with the code `IDENTITY_PIN_MISSING`. After several failed attempts the next one ' +
        'has to wait, twice as long each time: 429 with `Retry-After`.',
      permission: 'public',
      action: 'user:logged_in',
      body: SignInBody,
      errors: [401, 403],
      headers: { answer: notStoredHeaders },
      response: SignInView,
    },
    async ({ body, ip, headers, note }) => {
      note({ user: { id: null, login: body.login } })
      const signedIn = await signIn(identity, body, { ip, headers })
      note({ user: { id: signedIn.user.id, login: signedIn.user.login } })
      return notStored(signedIn)
    },
  )

  routes.delete(
    '/logout',
    {
      operationId: 'identity.sign-out',
      scope: 'user',
      tag: 'auth',
      summary: 'Ends the session whose key the request sends',
      description:
        'The key is invalid at once. Other sessions of the same user stay. A request from a trusted ' +
        'network, which has no session, is answered in the same way.',
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
}

/** Keys that somebody else, or a program, uses. */
function issuedKeyRoutes(routes: Routes, identity: Identity): void {
  routes.post(
    '/system/cross-auth',
    {
      operationId: 'identity.cross-auth',
      scope: 'user',
      tag: 'auth',
      summary: 'Opens a session for another user',
      permission: 'system_cross_auth_user',
      body: CrossAuthBody,
      headers: { answer: notStoredHeaders },
      errors: [404],
      response: CrossAuthView,
      description:
        'For integrations that send people to the panel without a password: the answer is a key of the ' +
        'named user, for `expire_sec` seconds and, if `user_ip` is given, from this address only. The ' +
        'user must have no permission and see no device group that the caller does not have or see; ' +
        'otherwise 403. A disabled user is 409.',
    },
    async ({ caller, body }) => notStored(await crossAuth(identity, caller, body)),
  )

  routes.post(
    '/user/:id/generate-auth-key',
    {
      operationId: 'identity.key.create',
      scope: 'user',
      tag: 'user',
      summary: 'Creates a key for a program',
      description:
        'For a billing system or a script: a key that lives as long as `expire` says, with all or some ' +
        'permissions of its user and from all or some networks. It is shown only in this answer. All ' +
        'users create keys for themselves; for another user this needs `user_management`. `password` is ' +
        "the caller's own; a wrong one is 403. With `Idempotency-Key` a repeated request makes no second " +
        'key: 409 with the id of the first one, whose secret is not stored. If its answer was lost, end ' +
        'that key with `DELETE /user/{id}/sessions/{sessionId}` and repeat the request.',
      permission: 'signed-in',
      params: IdParams,
      body: KeyBody,
      errors: [409],
      headers: { request: onceHeader, answer: notStoredHeaders },
      response: KeyView,
      status: 201,
    },
    async ({ caller, params, body, ip, headers }) => {
      assertOwnOrManager(caller, params.id)
      return notStored(await createProgramKey(identity, { caller, ip, headers }, params.id, body))
    },
  )
}
