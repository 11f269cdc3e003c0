import type { Context, Routes } from '@linecard/plugin-kit'
import type { Config } from './config.ts'
import { ruleChanges, ruleReads } from './rules/routes.ts'
import { foundReads, runRoutes } from './runs/routes.ts'

export function routes(declare: Routes, ctx: Context<Config>): void {
  ruleReads(declare, ctx)
  ruleChanges(declare, ctx)
  runRoutes(declare, ctx)
  foundReads(declare, ctx)
}
