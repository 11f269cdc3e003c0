import type { Usage } from '@linecard/plugin-kit'
import type { Identity } from './identity.ts'

/** People and programs that may sign in, without the built-in ones. */
export async function usage({ ctx }: Identity): Promise<Usage> {
  const [row] = await ctx.em().execute<Record<string, number>[]>(`select
    (select count(*) from identity_user where id > 0)::int as users,
    (select count(*) from identity_role where id > 0)::int as roles,
    (select count(*) from identity_session where not manual and expires_at > now())::int as sessions,
    (select count(*) from identity_session where manual and expires_at > now())::int as keys`)
  return row ?? {}
}
