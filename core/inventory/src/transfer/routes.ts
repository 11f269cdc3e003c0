import type { Routes } from '@linecard/plugin-kit'
import type { Inventory } from '../inventory.ts'
import { CsvFile, csvReply } from './export/csv.ts'
import { DeviceExportQuery, deviceColumns, devicePages } from './export/devices.ts'
import { importRoutes } from './import/routes.ts'

export function transferRoutes(routes: Routes, inventory: Inventory): void {
  routes.get('/device/export', {
    operationId: 'inventory.devices.export', tag: 'device', summary: 'Devices as CSV, as an import reads them; never with credentials', permission: 'device_management',
    action: 'device:exported', query: DeviceExportQuery, response: CsvFile,
  }, ({ caller, query: { separator, bom, ...query } }) => csvReply('devices', deviceColumns, devicePages(inventory, caller, query), { separator, bom }))
  importRoutes(routes, inventory)
}
