import type { Context } from '@linecard/plugin-kit'
import { createAttempts, type Attempts } from './attempts/attempts.ts'
import { createAuthenticate, type Authenticate } from './callers/authenticate.ts'
import type { Config } from './config.ts'
import { createTrusted } from './networks/trusted.ts'

/** What the folders of this plugin share. */
export interface Identity {
  ctx: Context<Config>
  authenticate: Authenticate
  attempts: Attempts
  /** Whether requests from this address need no key. */
  isTrusted(ip: string): boolean
  /** Tells every process that users, roles or sessions have changed. Call it after the commit. */
  changed(): Promise<void>
}

export function createIdentity(ctx: Context<Config>): Identity {
  const authenticate = createAuthenticate(ctx)
  return {
    ctx,
    authenticate,
    attempts: createAttempts(ctx),
    isTrusted: createTrusted(ctx),
    async changed() {
      // This process receives its own broadcast only after it has answered the request.
      authenticate.forget()
      await ctx.events.broadcast('identity.changed', {})
    },
  }
}
