import type { Routes } from '@linecard/plugin-kit'
import { ruleRoutes } from '../rules/routes.ts'
import type { Events } from '../setup.ts'
import { alertRoutes } from './alerts.ts'
import { conditionRoutes } from './conditions.ts'
import { eventRoutes } from './events.ts'
import { resolveRoutes } from './resolve.ts'
import { statisticsRoutes } from './statistics.ts'
import { windowRoutes } from './windows.ts'

const all = [eventRoutes, statisticsRoutes, resolveRoutes, conditionRoutes, windowRoutes, alertRoutes]

export function routes(declare: Routes, events: Events): void {
  for (const some of all) some(declare, events)
  ruleRoutes(declare, events.rules)
}
