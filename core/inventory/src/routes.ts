import type { Routes } from '@linecard/plugin-kit'
import { accessRoutes } from './access/routes.ts'
import { deviceRoutes } from './devices/routes.ts'
import { groupRoutes } from './groups/routes.ts'
import { interfaceRoutes } from './interfaces/routes.ts'
import type { Inventory } from './inventory.ts'
import { modelRoutes } from './models/routes.ts'
import { onuRoutes } from './onus/routes.ts'
import { transferRoutes } from './transfer/routes.ts'

export function routes(declare: Routes, inventory: Inventory): void {
  deviceRoutes(declare, inventory)
  modelRoutes(declare, inventory)
  groupRoutes(declare, inventory)
  accessRoutes(declare, inventory)
  interfaceRoutes(declare, inventory)
  onuRoutes(declare, inventory)
  transferRoutes(declare, inventory)
}
