import { IdParams, Reply, type Routes } from '@linecard/plugin-kit'
import { assertOwnOrManager } from '../callers/rules.ts'
import type { Identity } from '../identity.ts'
import { EnrolmentView, RecoveryCodesView, TwoFactorView } from '../schemas.ts'
import { userById } from '../users/find.ts'
import { DisableBody, EnableBody } from './bodies.ts'
import { twoFactorStatus } from './status.ts'
import { beginEnrolment, disableTwoFactor, enableTwoFactor } from './store.ts'

const tag = 'user'
const permission = 'signed-in'
const params = IdParams
/** Browsers and proxies must not store a secret. */
const notStored = <T>(data: T) => new Reply(data, null, { 'cache-control': 'no-store' })

export function twoFactorRoutes(routes: Routes, identity: Identity): void {
  const em = () => identity.ctx.em()

  routes.get(
    '/user/:id/two-factor',
    {
      operationId: 'identity.two-factor.get',
      tag,
      summary: 'Whether a user signs in with a second factor',
      permission,
      params,
      response: TwoFactorView,
    },
    async ({ caller, params: { id } }) => {
      assertOwnOrManager(caller, id)
      await userById(em(), id)
      return twoFactorStatus(em(), id)
    },
  )

  routes.post(
    '/user/:id/two-factor/qr',
    {
      operationId: 'identity.two-factor.begin',
      tag,
      summary: 'Creates a secret for my authenticator; its first code confirms it',
      permission,
      params,
      response: EnrolmentView,
    },
    async ({ caller, params: { id } }) => notStored(await beginEnrolment(identity, caller, id)),
  )

  routes.post(
    '/user/:id/two-factor',
    {
      operationId: 'identity.two-factor.enable',
      tag,
      summary: 'Turns my second factor on and returns recovery codes, which are shown only once',
      permission,
      params,
      body: EnableBody,
      response: RecoveryCodesView,
    },
    async ({ caller, ip, params: { id }, body }) =>
      notStored({ recovery_codes: await enableTwoFactor(identity, { caller, ip }, id, body) }),
  )

  routes.delete(
    '/user/:id/two-factor',
    {
      operationId: 'identity.two-factor.disable',
      tag,
      summary: 'Turns a second factor off',
      permission,
      params,
      description:
        'My own needs my password and a code in `pin`; that of another user needs user_management.',
      body: DisableBody,
      response: TwoFactorView,
    },
    async ({ caller, ip, params: { id }, body }) => {
      await disableTwoFactor(identity, { caller, ip }, id, body)
      return twoFactorStatus(em(), id)
    },
  )
}
