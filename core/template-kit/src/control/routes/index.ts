import type { Routes } from '@linecard/plugin-kit'
import type { Grouped } from '../groups.ts'
import type { TemplateKind } from '../kind.ts'
import { checkRoutes } from './check.ts'
import { crudRoutes } from './crud.ts'
import { transferRoutes } from './transfer.ts'
import { versionRoutes } from './versions.ts'

/** All routes with which people write templates of one kind. */
export function controlRoutes<D extends Grouped>(routes: Routes, kind: TemplateKind<D>): void {
  crudRoutes(routes, kind)
  checkRoutes(routes, kind)
  transferRoutes(routes, kind)
  versionRoutes(routes, kind)
}
