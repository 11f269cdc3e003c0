import type { Context } from '@linecard/plugin-kit'
import type { Config } from './config.ts'
import { createIdentity, type Identity } from './identity.ts'
import { authService, peopleService, signInBlocks } from './service.ts'

export async function setup(ctx: Context<Config>): Promise<Identity> {
  const identity = createIdentity(ctx)
  ctx.provide('auth', authService(identity))
  ctx.provide('people', peopleService(identity))
  ctx.provide('sign-in-blocks', signInBlocks(identity))
  return identity
}
