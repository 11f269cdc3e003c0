import type { Routes } from '@linecard/plugin-kit'
import { decideRoutes, linkRoutes } from './links/routes.ts'
import { loadRoutes } from './load/routes.ts'
import { placeRoutes } from './network/place-routes.ts'
import { networkRoutes } from './network/routes.ts'
import { scanRoutes } from './scan/routes.ts'
import type { Links } from './parts.ts'

export function routes(declare: Routes, parts: Links): void {
  linkRoutes(declare, parts)
  decideRoutes(declare, parts)
  loadRoutes(declare, parts)
  networkRoutes(declare, parts)
  placeRoutes(declare, parts)
  scanRoutes(declare, parts)
}
