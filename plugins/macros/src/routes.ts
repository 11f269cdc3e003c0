import type { Routes } from '@linecard/plugin-kit'
import { controlRoutes } from '@linecard/template-kit/control'
import { macroKind } from './control/kind.ts'
import { executeRoute } from './routes/execute.ts'
import { listRoutes } from './routes/list.ts'
import { runRoutes } from './routes/runs.ts'
import type { Macros } from './setup.ts'

export function routes(declare: Routes, macros: Macros): void {
  listRoutes(declare, macros)
  executeRoute(declare, macros)
  runRoutes(declare, macros)
  controlRoutes(declare, macroKind(macros))
}
