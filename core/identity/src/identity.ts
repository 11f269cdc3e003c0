import type { Caller, Context } from '@linecard/plugin-kit'
import { makeAttempts, type Attempts } from './access/attempts.ts'
import { makeAuthenticate, type Authenticate } from './access/authenticate.ts'
import { makeTrusted } from './access/trusted.ts'
import type { Config } from './config.ts'
import { fail } from './errors.ts'

/** What the parts of this plugin share. */
export interface Identity {
  ctx: Context<Config>
  authenticate: Authenticate
  attempts: Attempts
  /** Whether requests from this address need no key. */
  trusted(ip: string): boolean
  /** Tells every process that users, roles or sessions are not what they were. Call after the commit. */
  changed(): Promise<void>
}

export function makeIdentity(ctx: Context<Config>): Identity {
  const authenticate = makeAuthenticate(ctx)
  return {
    ctx,
    authenticate,
    attempts: makeAttempts(ctx),
    trusted: makeTrusted(ctx),
    async changed() {
      // The broadcast comes back later than the answer to this request.
      authenticate.forget()
      await ctx.events.broadcast('identity.changed', {})
    },
  }
}

/** Own affairs need no permission, those of others user_management. */
export function assertOwnOrManager(caller: Caller, userId: number): void {
  if (caller.userId !== userId && !caller.permissions.has('user_management'))
    throw fail('IDENTITY_MANAGER_ONLY')
}
