import type { Context } from '@linecard/plugin-kit'
import type { Config } from './config.ts'
import type { Links } from './parts.ts'
import { createAgain } from './scan/again.ts'
import { provideLinks } from './service.ts'

export function setup(ctx: Context<Config>): Links {
  provideLinks(ctx)
  return { ctx, again: createAgain(ctx) }
}

export const stop = ({ again }: Links): void => again.stop()
