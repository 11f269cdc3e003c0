import type { Context, Routes } from '@linecard/plugin-kit'
import type { Config } from './config.ts'
import { rules } from './rules/rules.ts'
import { foundReads, runRoutes } from './runs/routes.ts'

export function routes(declare: Routes, ctx: Context<Config>): void {
  rules(ctx).declare(declare)
  runRoutes(declare, ctx)
  foundReads(declare, ctx)
}
