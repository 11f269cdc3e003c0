import type { Routes } from '@linecard/plugin-kit'
import { accessRoutes } from './access/routes.ts'
import type { Identity } from './identity.ts'
import { roleRoutes } from './roles/routes.ts'
import { twoFactorRoutes } from './two-factor/routes.ts'
import { userRoutes } from './users/routes.ts'

export function routes(declare: Routes, identity: Identity): void {
  accessRoutes(declare, identity)
  userRoutes(declare, identity)
  twoFactorRoutes(declare, identity)
  roleRoutes(declare, identity)
}
