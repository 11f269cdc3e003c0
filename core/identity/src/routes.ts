import type { Routes } from '@linecard/plugin-kit'
import type { Identity } from './identity.ts'
import { roleRoutes } from './roles/routes.ts'
import { signInRoutes } from './sign-in/routes.ts'
import { sessionRoutes } from './sign-in/session-routes.ts'
import { twoFactorRoutes } from './two-factor/routes.ts'
import { userChanges, userReads } from './users/routes.ts'

export function routes(declare: Routes, identity: Identity): void {
  signInRoutes(declare, identity)
  sessionRoutes(declare, identity)
  userReads(declare, identity)
  userChanges(declare, identity)
  twoFactorRoutes(declare, identity)
  roleRoutes(declare, identity)
}
