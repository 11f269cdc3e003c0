import type { Routes } from '@linecard/plugin-kit'
import type { EquipmentContext } from './setup.ts'
import { callLogRoutes } from './routes/call-log.ts'
import { callRoutes } from './routes/calls.ts'
import { hostKeyRoutes } from './routes/host-keys.ts'
import { moduleRoutes } from './routes/modules.ts'

export function routes(declare: Routes, equipment: EquipmentContext): void {
  moduleRoutes(declare, equipment)
  callRoutes(declare, equipment)
  callLogRoutes(declare, equipment)
  hostKeyRoutes(declare, equipment)
}
