import type { Context, Routes } from '@linecard/plugin-kit'
import { componentRoutes } from './components/routes.ts'
import type { Config } from './config.ts'
import { configurationRoutes } from './configuration/routes.ts'
import { infoRoutes } from './info/routes.ts'
import { logRoutes } from './logs/routes.ts'
import { scheduleRoutes } from './schedule/routes.ts'
import { translationRoutes } from './translations/routes.ts'

export function routes(declare: Routes, ctx: Context<Config>): void {
  configurationRoutes(declare, ctx)
  componentRoutes(declare, ctx)
  scheduleRoutes(declare, ctx)
  logRoutes(declare, ctx)
  infoRoutes(declare, ctx)
  translationRoutes(declare, ctx)
}
