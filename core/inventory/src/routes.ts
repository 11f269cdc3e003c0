import type { Routes } from '@linecard/plugin-kit'
import { accessRoutes } from './devices/access/profiles.ts'
import { groups } from './devices/groups.ts'
import { modelRoutes } from './devices/models/models.ts'
import { deviceRoutes } from './devices/routes.ts'
import { onuRoutes } from './interfaces/onus/routes.ts'
import { interfaceRoutes } from './interfaces/routes.ts'
import { unwantedRoutes } from './interfaces/unwanted/routes.ts'
import type { RunningInventory } from './setup.ts'
import { transferRoutes } from './transfer/routes.ts'

export function routes(declare: Routes, inventory: RunningInventory): void {
  deviceRoutes(declare, inventory)
  modelRoutes(declare, inventory)
  groups(inventory).declare(declare)
  accessRoutes(declare, inventory)
  interfaceRoutes(declare, inventory)
  unwantedRoutes(declare, inventory)
  onuRoutes(declare, inventory)
  transferRoutes(declare, inventory, inventory.imports)
}
