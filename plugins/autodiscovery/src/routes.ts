import type { Context, Routes } from '@linecard/plugin-kit'
import type { Config } from './config.ts'
import { ruleRoutes } from './rules/routes.ts'
import { runRoutes } from './runs/routes.ts'

export function routes(declare: Routes, ctx: Context<Config>): void {
  ruleRoutes(declare, ctx)
  runRoutes(declare, ctx)
}
