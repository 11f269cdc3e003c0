import type { Context } from '@linecard/plugin-kit'
import type { Config } from './config.ts'
import { fallingOnus } from './light/trend.ts'
import { changesSince } from './light/service.ts'

export function setup(ctx: Context<Config>): Context<Config> {
  ctx.provide('onu-light', { changes: ids => changesSince(ctx.em(), ids) })
  ctx.provide('onu-trends', { falling: fallingOnus })
  return ctx
}
