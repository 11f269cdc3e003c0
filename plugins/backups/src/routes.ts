import type { Routes } from '@linecard/plugin-kit'
import { complianceRoutes } from './compliance/routes.ts'
import { oxidizedRoutes } from './oxidized/routes.ts'
import { searchRoutes } from './search/routes.ts'
import type { Backups } from './setup.ts'
import { configRoutes } from './routes/configs.ts'
import { deviceRoutes } from './routes/devices.ts'
import { diffRoutes } from './routes/diffs.ts'
import { heldRoutes } from './routes/held.ts'
import { runRoutes } from './routes/runs.ts'

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
