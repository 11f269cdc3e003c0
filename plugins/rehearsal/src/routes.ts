import type { Routes } from '@linecard/plugin-kit'
import { macroRoute } from './routes/macro.ts'
import { registrationRoute } from './routes/registration.ts'
import type { Rehearsals } from './setup.ts'

export function routes(declare: Routes, rehearsals: Rehearsals): void {
  macroRoute(declare, rehearsals)
  registrationRoute(declare, rehearsals)
}
