import type { Routes } from '@linecard/plugin-kit'
import { chartRoutes } from './charts/routes.ts'
import { deviceStatuses } from './rows/devices.ts'
import { increasingErrors } from './rows/errors.ts'
import { fallingSignals } from './rows/lights.ts'
import { duplicateMacs } from './rows/macs.ts'
import { onuTableRoutes } from './rows/onus.ts'
import { filledPorts } from './rows/pon.ts'
import { loweredPorts } from './rows/speeds.ts'
import type { Analytics } from './setup.ts'
import { tableRoute } from './table/table.ts'
import { widgetRoutes } from './widgets/routes.ts'

export function routes(declare: Routes, parts: Analytics): void {
  tableRoute(declare, parts, deviceStatuses)
  onuTableRoutes(declare, parts)
  tableRoute(declare, parts, increasingErrors)
  tableRoute(declare, parts, duplicateMacs)
  tableRoute(declare, parts, fallingSignals)
  tableRoute(declare, parts, loweredPorts)
  tableRoute(declare, parts, filledPorts)
  chartRoutes(declare, parts)
  widgetRoutes(declare, parts)
}
