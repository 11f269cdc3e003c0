import { notStored, notStoredHeaders, IdParams, type Routes } from '@linecard/plugin-kit'
import { assertNotBeyond, assertOwnOrManager } from '../callers/rules.ts'
import type { Identity } from '../identity.ts'
import { EnrolmentView, RecoveryCodesView, TwoFactorView } from '../schemas.ts'
import { userById } from '../users/find.ts'
import { DisableBody, EnableBody } from './bodies.ts'
import { twoFactorStatus } from './status.ts'
import { beginEnrolment, disableTwoFactor, enableTwoFactor } from './store.ts'

const common = { tag: 'user', permission: 'signed-in', scope: 'user', params: IdParams } as const

export function twoFactorRoutes(routes: Routes, identity: Identity): void {
  const em = () => identity.ctx.em()

  routes.get(
    '/user/:id/two-factor',
    {
      ...common,
      operationId: 'identity.two-factor.get',
      summary: 'Whether a user signs in with a second factor',
      description:
        'Also tells how many recovery codes are left. Everybody sees this for the own user; for others ' +
        "it needs `user_management` and no permission and no device group beyond the caller's own.",
      response: TwoFactorView,
    },
    async ({ caller, params: { id } }) => {
      assertOwnOrManager(caller, id)
      assertNotBeyond(identity.ctx, caller, await userById(em(), id))
      return twoFactorStatus(em(), id)
    },
  )

  routes.post(
    '/user/:id/two-factor/qr',
    {
      ...common,
      operationId: 'identity.two-factor.begin',
      summary: 'Creates a secret for my authenticator; its first code confirms it',
      description:
        "Only for one's own user. Scan the picture, or type the secret, then confirm it with the first " +
        'code by `POST /user/{id}/two-factor`. Until then signing in stays as it is. 409 if a second ' +
        'factor is already on.',
      headers: { answer: notStoredHeaders },
      response: EnrolmentView,
    },
    async ({ caller, params: { id } }) => notStored(await beginEnrolment(identity, caller, id)),
  )

  routes.post(
    '/user/:id/two-factor',
    {
      ...common,
      operationId: 'identity.two-factor.enable',
      summary: 'Turns my second factor on and returns recovery codes, which are shown only once',
      description:
        'Confirms the secret of `POST /user/{id}/two-factor/qr` with a code of the authenticator. Store ' +
        'the recovery codes: each replaces a code once. A wrong code is 400.',
      body: EnableBody,
      headers: { answer: notStoredHeaders },
      response: RecoveryCodesView,
    },
    async ({ caller, ip, params: { id }, body }) =>
      notStored({ recovery_codes: await enableTwoFactor(identity, { caller, ip }, id, body) }),
  )

  routes.delete(
    '/user/:id/two-factor',
    {
      ...common,
      operationId: 'identity.two-factor.disable',
      summary: 'Turns a second factor off',
      description:
        'My own needs my password and a code of the authenticator, or a recovery code, in `pin`. That ' +
        'of another user needs `user_management`, for people who lost their phone. 409 if it is not on.',
      body: DisableBody,
      response: TwoFactorView,
    },
    async ({ caller, ip, params: { id }, body }) => {
      await disableTwoFactor(identity, { caller, ip }, id, body)
      return twoFactorStatus(em(), id)
    },
  )
}
