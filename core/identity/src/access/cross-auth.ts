import { Type as T, type Static } from 'typebox'
import { closedObject, type Caller } from '@linecard/plugin-kit'
import { User } from '../entities/index.ts'
import { fail } from '../errors.ts'
import type { Identity } from '../identity.ts'
import { assertMayManage, loginIs } from '../users/service.ts'
import { limitsOf, openSession } from './sessions.ts'

/** What clients send that do not know their user's address. */
const NO_ADDRESS = '127.0.0.1'

export const CrossAuthBody = closedObject(
  {
    login: T.String({ minLength: 1, maxLength: 64 }),
    expire_sec: T.Integer({
      minimum: 1,
      maximum: 2_592_000,
      default: 86_400,
      description: 'Lifetime of the key, seconds',
    }),
    user_ip: T.String({
      format: 'ip',
      default: NO_ADDRESS,
      description: `Where the user sits: the key is good only from there. ${NO_ADDRESS}: from anywhere`,
    }),
  },
  { examples: [{ login: 'jane', expire_sec: 86_400, user_ip: '192.0.2.80' }] },
)

/**
 * A session of another user, for a billing system whose staff works here too. Only of users who hold nothing
 * that the caller lacks, neither permissions nor device groups; a key that is limited to networks gives no
 * key that is not.
 */
export async function crossAuth(
  identity: Identity,
  caller: Caller,
  { login, expire_sec, user_ip }: Static<typeof CrossAuthBody>,
) {
  const { ctx } = identity
  const em = ctx.em()
  const user = await em.findOne(User, loginIs(login), { populate: ['role'] })
  if (!user) throw fail('IDENTITY_USER_UNKNOWN', { id: `"${login}"` })
  assertMayManage(identity, caller, user)
  if (user.status !== 'ENABLED') throw fail('IDENTITY_USER_DISABLED', { login: user.login })
  const networks = user_ip === NO_ADDRESS ? (await limitsOf(em, caller)).networks : [user_ip]
  const { key, expiresAt } = await openSession(em, user, ctx.clock(), {
    ttlSec: expire_sec,
    manual: false,
    crossAuth: true,
    networks,
    ip: user_ip,
    description: `for ${user.login} by ${caller.login}`,
  })
  return { user: { id: user.id, login: user.login, name: user.name }, expired_at: expiresAt, auth_key: key }
}
