import { Type as T } from 'typebox'
import { notStored, notStoredHeaders, IdParams, type Routes, type Caller } from '@linecard/plugin-kit'
import { assertOwnOrManager, assertMayManage, assertHolds, assertNotBuiltIn } from '../callers/rules.ts'
import { UserSession, systemUserId } from '../entities/index.ts'
import type { Identity } from '../identity.ts'
import { CrossAuthView, KeyView, SignInView } from '../schemas.ts'
import { CrossAuthBody, KeyBody, SignInBody, unknownAddress } from './bodies.ts'
import { fail } from '../errors.ts'
import { limitsOf, openSession } from '../sessions/store.ts'
import { userByLogin, userById, findForSignIn } from '../users/find.ts'
import { createHash } from 'node:crypto'
import { UniqueConstraintViolationException } from '@mikro-orm/core'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { type RequestOrigin, agentOf } from '../callers/known-key.ts'
import { rolePermissions } from '../callers/permissions.ts'
import { assertNetworks } from '../networks/match.ts'
import { lifetimeSec } from '../sessions/keys.ts'
import { assertOwnProof } from '../two-factor/proof.ts'
import { rememberAddress } from '../attempts/store.ts'
import { assertStrictAccess } from '../networks/strict-access.ts'
import { acceptPin, isEnabled } from '../two-factor/status.ts'
import { checkPassword } from '../users/passwords.ts'
import { userView } from '../users/views.ts'

/**
 * Opens a session for a login, a password and, if it is on, a second factor. An unknown login takes as long
 * as a wrong password.
 */
async function signIn(
  identity: Identity,
  { login, password, pin }: SignInBody,
  { ip, headers }: RequestOrigin,
) {
  const { ctx } = identity
  const em = ctx.em()
  const user = await findForSignIn(em, login)
  const canSignIn = user?.status === 'ENABLED' && user.id !== systemUserId
  let wrong: 'IDENTITY_SIGN_IN_FAILED' | 'IDENTITY_PIN_WRONG' = 'IDENTITY_SIGN_IN_FAILED'
  const isRight = await identity.attempts.run(ip, login, async () => {
    if (!(await checkPassword(canSignIn ? user.passwordHash : null, password)) || !user) return false
    if (!(await isEnabled(em, user.id))) return true
    if (!pin)
      throw fail('IDENTITY_PIN_MISSING', {}, [
        { path: 'pin', message: 'code of your authenticator, or a recovery code' },
      ])
    wrong = 'IDENTITY_PIN_WRONG'
    return acceptPin(identity, user.id, pin)
  })
  if (!isRight || !user) throw fail(wrong)
  assertStrictAccess(user.settings, ip)
  const now = ctx.clock()
  await rememberAddress(em, user.id, ip, now)
  const session = await openSession(em, user, now, {
    ttlSec: ctx.config.session_ttl_sec,
    manual: false,
    ip,
    device: agentOf({ headers }),
  })
  return {
    key: session.key,
    expired_at: session.expiresAt,
    user: await userView(ctx, { groupIds: user.groupIds ?? null }, user),
  }
}

/** What a caller's `Idempotency-Key` is stored as. @throws ApiError IDENTITY_IDEMPOTENCY_INVALID */
function idempotencyOf({ userId }: Caller, header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  const key = String(header)
  if (key.length < 1 || key.length > 255) throw fail('IDENTITY_IDEMPOTENCY_INVALID')
  return createHash('sha256').update(`${userId} ${key}`).digest('base64url')
}

/** Tells which key the same `Idempotency-Key` has made. @throws ApiError IDENTITY_KEY_MADE */
async function refuseSecond(em: SqlEntityManager, idempotency: string | null): Promise<void> {
  const made = idempotency === null ? null : await em.findOne(UserSession, { idempotency })
  if (made) throw fail('IDENTITY_KEY_MADE', { id: made.id }, [{ path: 'id', message: String(made.id) }])
}

/**
 * Creates a key for a program. The user must have no permission that the caller does not have, and the key
 * has at least the limits of the caller's own key.
 */
async function createProgramKey(
  identity: Identity,
  { caller, ip, headers }: { caller: Caller } & RequestOrigin,
  userId: number,
  body: KeyBody,
) {
  const idempotency = idempotencyOf(caller, headers['idempotency-key'])
  const ttlSec = lifetimeSec(body.expire)
  assertNetworks(body.networks ?? [], 'networks')
  const { password, pin } = body
  // A key lives long and never asks for a second factor, so making one needs it.
  await assertOwnProof(identity, { caller, ip }, { password, pin }, { password: 'password', pin: 'pin' })
  const em = identity.ctx.em()
  const user = await userById(em, userId)
  if (caller.userId === userId) assertNotBuiltIn(user)
  else assertMayManage(identity.ctx, caller, user)
  const ofUser = rolePermissions(identity.ctx, user.role)
  const beyond = body.permissions?.filter(key => !ofUser.includes(key)) ?? []
  if (beyond.length)
    throw fail(
      'IDENTITY_PERMISSION_NOT_HELD',
      { keys: beyond.slice(0, 5).join(', ') },
      beyond.map(key => ({ path: 'permissions', message: `the user does not have ${key}` })),
    )
  assertHolds(caller, body.permissions ?? ofUser)
  const limits = await limitsOf(em, caller)
  const session = await openSession(em, user, identity.ctx.clock(), {
    ttlSec,
    manual: true,
    idempotency,
    description: body.description,
    ip,
    networks: limits.networks ?? (body.networks?.length ? body.networks : null),
    permissions: body.permissions ?? null,
  }).catch(async (error: unknown) => {
    if (error instanceof UniqueConstraintViolationException)
      await refuseSecond(identity.ctx.em(), idempotency)
    throw error
  })
  return { id: session.id, key: session.key, expired_at: session.expiresAt }
}

/**
 * Opens a session for another user: a billing system whose staff also works here uses it. The user must have
 * no permission and no device group that the caller does not have. A key with networks gives only keys with
 * networks, and no key gives one that lives longer than itself.
 */
async function crossAuth(identity: Identity, caller: Caller, { login, expire_sec, user_ip }: CrossAuthBody) {
  const { ctx } = identity
  const em = ctx.em()
  const user = await userByLogin(em, login)
  assertMayManage(ctx, caller, user)
  if (user.status !== 'ENABLED') throw fail('IDENTITY_USER_DISABLED', { login: user.login })
  const limits = await limitsOf(em, caller)
  const networks = user_ip === unknownAddress ? limits.networks : [user_ip]
  const now = ctx.clock()
  const leftSec = limits.expiresAt ? (limits.expiresAt.getTime() - now.getTime()) / 1000 : Infinity
  const { key, expiresAt } = await openSession(em, user, now, {
    ttlSec: Math.min(expire_sec, leftSec),
    manual: false,
    crossAuth: true,
    networks,
    ip: user_ip,
    description: `for ${user.login} by ${caller.login}`,
  })
  return { user: { id: user.id, login: user.login, name: user.name }, expired_at: expiresAt, auth_key: key }
}

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
