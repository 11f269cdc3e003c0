import type { Routes } from '@linecard/plugin-kit'
import { contactRoutes } from './contacts/routes.ts'
import { deliveryRoutes } from './delivery/routes.ts'
import { ruleRoutes } from './rules/routes.ts'
import type { Parts } from './parts.ts'
import { templateRoutes } from './templates/routes.ts'

export function routes(declare: Routes, notifications: Parts): void {
  contactRoutes(declare, notifications)
  ruleRoutes(declare, notifications)
  templateRoutes(declare, notifications)
  deliveryRoutes(declare, notifications)
}
