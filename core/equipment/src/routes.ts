import type { Routes } from '@linecard/plugin-kit'
import type { Equipping } from './plugin.ts'
import { callLogRoutes } from './routes/call-log.ts'
import { callRoutes } from './routes/calls.ts'
import { hostKeyRoutes } from './routes/host-keys.ts'
import { moduleRoutes } from './routes/modules.ts'

export function routes(declare: Routes, equipping: Equipping): void {
  moduleRoutes(declare, equipping)
  callRoutes(declare, equipping)
  callLogRoutes(declare, equipping)
  hostKeyRoutes(declare, equipping)
}
