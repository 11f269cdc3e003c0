import { Type as T } from 'typebox'
import { IdParams, Reply, closedObject, type Routes } from '@linecard/plugin-kit'
import { assertOwnOrManager, type Identity } from '../identity.ts'
import { EnrolmentView, RecoveryCodesView, TwoFactorView } from '../schemas.ts'
import { userById } from '../users/service.ts'
import { begin, disable, enable, statusOf } from './service.ts'

const tag = 'user'
const permission = 'signed-in'
const params = IdParams
/** Neither browsers nor proxies may keep a secret. */
const secret = <T>(data: T) => new Reply(data, null, { 'cache-control': 'no-store' })

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
      return statusOf(em(), id)
    },
  )

  routes.post(
    '/user/:id/two-factor/qr',
    {
      operationId: 'identity.two-factor.begin',
      tag,
      summary: 'A new secret for my authenticator, to be confirmed with its first code',
      permission,
      params,
      response: EnrolmentView,
    },
    async ({ caller, params: { id } }) => secret(await begin(identity, caller, id)),
  )

  routes.post(
    '/user/:id/two-factor',
    {
      operationId: 'identity.two-factor.enable',
      tag,
      summary: 'Turns my second factor on; answers recovery codes, shown only now',
      permission,
      params,
      body: closedObject(
        {
          pin: T.String({ maxLength: 32, writeOnly: true, description: 'Code that the authenticator shows' }),
        },
        { examples: [{ pin: '123456' }] },
      ),
      response: RecoveryCodesView,
    },
    async ({ caller, ip, params: { id }, body }) =>
      secret({ recovery_codes: await enable(identity, caller, ip, id, body.pin) }),
  )

  routes.delete(
    '/user/:id/two-factor',
    {
      operationId: 'identity.two-factor.disable',
      tag,
      summary: 'Turns a second factor off',
      permission,
      params,
      description: "One's own needs a code in `pin`; that of another user needs user_management.",
      body: closedObject(
        {
          pin: T.Optional(
            T.String({
              maxLength: 32,
              writeOnly: true,
              description: 'Code of the authenticator, or a recovery code',
            }),
          ),
        },
        { examples: [{ pin: '123456' }] },
      ),
      response: TwoFactorView,
    },
    async ({ caller, ip, params: { id }, body }) => {
      await disable(identity, caller, ip, id, body.pin)
      return statusOf(em(), id)
    },
  )
}
