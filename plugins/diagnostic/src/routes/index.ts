import type { Context, Routes } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import { arpRoutes } from './arp.ts'
import { diagnosisRoutes } from './diagnosis.ts'
import { pageRoutes } from './pages.ts'
import { reachRoutes } from './reach.ts'

export function routes(declare: Routes, ctx: Context<Config>): void {
  diagnosisRoutes(declare, ctx)
  pageRoutes(declare, ctx)
  arpRoutes(declare, ctx)
  reachRoutes(declare, ctx)
}
