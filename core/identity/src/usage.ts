import type { Usage } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { Identity } from './identity.ts'
import { tables } from './tables.ts'

/** Numbers of users, roles, sign-ins and keys, without the built-in ones. */
export async function usage({ ctx }: Identity): Promise<Usage> {
  const count = sql<number>`count(*)::int`.as('count')
  return tables(ctx.em())
    .selectNoFrom(query => {
      const sessions = query
        .selectFrom('identity_session')
        .select(count)
        .where('expires_at', '>', sql<Date>`now()`)
      return [
        query.selectFrom('identity_user').select(count).where('id', '>', 0).$asScalar().as('users'),
        query.selectFrom('identity_role').select(count).where('id', '>', 0).$asScalar().as('roles'),
        sessions.where('manual', '=', false).$asScalar().as('sessions'),
        sessions.where('manual', '=', true).$asScalar().as('keys'),
      ]
    })
    .$castTo<Record<'users' | 'roles' | 'sessions' | 'keys', number>>()
    .executeTakeFirstOrThrow()
}
