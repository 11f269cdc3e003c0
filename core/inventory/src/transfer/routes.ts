import { fileHeaders, type Routes } from '@linecard/plugin-kit'
import { CsvFile, CsvQuery, csvReply } from '@linecard/plugin-kit/csv'
import type { Inventory } from '../inventory.ts'
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
      scope: 'group',
      tag: 'device',
      summary: 'Devices as CSV in the form that an import reads, without credentials',
      description:
        'Takes the filters of the list of devices. The headings are those that `POST /device/import` ' +
        'reads, so that a table can be edited and sent back. Credentials are never in it.',
      permission: 'device_management',
      action: 'device:exported',
      query: DeviceExportQuery,
      headers: { answer: fileHeaders },
      response: CsvFile,
    },
    ({ caller, query: { separator, bom, ...query } }) =>
      csvReply('devices', deviceColumns, devicePages(inventory, caller, query), { separator, bom }),
  )

  routes.get(
    '/device-interface/export',
    {
      operationId: 'inventory.interfaces.export',
      scope: 'group',
      tag: 'device-interface',
      summary: 'Stored interfaces as CSV, with the filters of their list',
      description:
        'Takes the filters of the list of interfaces and writes all rows that fit, in UTF-8 with ' +
        'headings.',
      permission: 'device_show',
      query: InterfaceExportQuery,
      headers: { answer: fileHeaders },
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
      scope: 'group',
      tag: 'device-interface',
      summary: 'Stored ONUs as CSV, with the filters of their list; changes nothing',
      description:
        'The columns of the list of ONUs, in UTF-8 with headings, up to all of them. The conditions are ' +
        'a body because operators do not fit into an address.',
      permission: 'device_show',
      readOnly: true,
      query: CsvQuery,
      body: OnuExportBody,
      headers: { answer: fileHeaders },
      response: CsvFile,
    },
    ({ caller, body, query }) => csvReply('onus', onuColumns, onuPages(inventory, caller, body), query),
  )
}

export function transferRoutes(routes: Routes, inventory: Inventory, imports: Imports): void {
  exportRoutes(routes, inventory)
  importRoutes(routes, inventory, imports)
}
