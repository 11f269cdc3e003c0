import type { Routes } from '@linecard/plugin-kit'
import { complianceRoutes } from './compliance/routes.ts'
import { configRoutes, diffRoutes } from './configs/routes.ts'
import { deviceRoutes, heldRoutes } from './devices/routes.ts'
import { oxidizedRoutes } from './oxidized/routes.ts'
import { runRoutes } from './run/routes.ts'
import { searchRoutes } from './search/routes.ts'
import type { Backups } from './setup.ts'

export function routes(declare: Routes, backups: Backups): void {
  deviceRoutes(declare, backups)
  runRoutes(declare, backups)
  configRoutes(declare, backups)
  diffRoutes(declare, backups)
  heldRoutes(declare, backups)
  searchRoutes(declare, backups)
  complianceRoutes(declare, backups)
  oxidizedRoutes(declare, backups)
}
