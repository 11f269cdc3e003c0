import type { Routes } from '@linecard/plugin-kit'
import type { Inventory } from '../inventory.ts'
import { CsvFile, CsvQuery, csvReply } from './export/csv.ts'
import { DeviceExportQuery, deviceColumns, devicePages } from './export/devices.ts'
import { InterfaceExportQuery, interfaceColumns, interfacePages } from './export/interfaces.ts'
import { OnuExportBody, onuColumns, onuPages } from './export/onus.ts'
import type { Imports } from './import/imports.ts'
import { importRoutes } from './import/routes.ts'

function exportRoutes(routes: Routes, inventory: Inventory): void {
  routes.get(
    '/device/export',
    {
      operationId: 'inventory.devices.export',
      tag: 'device',
      summary: 'Devices as CSV in the form that an import reads, without credentials',
      permission: 'device_management',
      action: 'device:exported',
      query: DeviceExportQuery,
      response: CsvFile,
    },
    ({ caller, query: { separator, bom, ...query } }) =>
      csvReply('devices', deviceColumns, devicePages(inventory, caller, query), { separator, bom }),
  )

  routes.get(
    '/device-interface/export',
    {
      operationId: 'inventory.interfaces.export',
      tag: 'device-interface',
      summary: 'Stored interfaces as CSV, with the filters of their list',
      permission: 'device_show',
      query: InterfaceExportQuery,
      response: CsvFile,
    },
    ({ caller, query: { separator, bom, ...query } }) =>
      csvReply('interfaces', interfaceColumns, interfacePages(inventory, caller, query), { separator, bom }),
  )

  // A reading by PUT, like the list with the same body: conditions with operators do not fit into an address.
  routes.put(
    '/device-interface/ont-export',
    {
      operationId: 'inventory.onus.export',
      tag: 'device-interface',
      summary: 'Stored ONUs as CSV, with the filters of their list; changes nothing',
      permission: 'device_show',
      readOnly: true,
      query: CsvQuery,
      body: OnuExportBody,
      response: CsvFile,
    },
    ({ caller, body, query }) => csvReply('onus', onuColumns, onuPages(inventory, caller, body), query),
  )
}

export function transferRoutes(routes: Routes, inventory: Inventory, imports: Imports): void {
  exportRoutes(routes, inventory)
  importRoutes(routes, inventory, imports)
}
