import type { Routes } from '@linecard/plugin-kit'
import { controlRoutes } from '@linecard/template-kit/control'
import { kindOf } from './control/kind.ts'
import { askRoutes } from './routes/ask.ts'
import { batchRoutes } from './routes/batches.ts'
import { changeRoutes } from './routes/change.ts'
import { legacyRoutes } from './routes/legacy.ts'
import { planRoutes } from './routes/plan.ts'
import { runRoutes } from './routes/runs.ts'
import { unregisteredRoutes } from './routes/unregistered.ts'
import type { Registrations } from './registrations.ts'

export function routes(declare: Routes, parts: Registrations): void {
  unregisteredRoutes(declare, parts)
  askRoutes(declare, parts)
  planRoutes(declare, parts)
  changeRoutes(declare, parts)
  runRoutes(declare, parts)
  batchRoutes(declare, parts)
  legacyRoutes(declare, parts)
  controlRoutes(declare, kindOf(parts))
}
