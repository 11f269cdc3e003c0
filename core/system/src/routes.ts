import type { Routes } from '@linecard/plugin-kit'
import { componentChanges, componentReads, componentTransfers } from './components/routes.ts'
import { configurationRoutes } from './configuration/routes.ts'
import { infoRoutes, panelRoutes } from './info/routes.ts'
import { logRoutes } from './logs/routes.ts'
import { reportRoutes, scheduleRoutes } from './schedule/routes.ts'
import type { System } from './system.ts'
import { translationRoutes } from './translations/routes.ts'

export function routes(declare: Routes, { ctx }: System): void {
  configurationRoutes(declare, ctx)
  componentReads(declare, ctx)
  componentChanges(declare, ctx)
  componentTransfers(declare, ctx)
  scheduleRoutes(declare, ctx)
  reportRoutes(declare, ctx)
  logRoutes(declare, ctx)
  infoRoutes(declare, ctx)
  panelRoutes(declare, ctx)
  translationRoutes(declare, ctx)
}
