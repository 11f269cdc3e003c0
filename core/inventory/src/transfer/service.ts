import type { Transfer } from '@linecard/plugin-kit'
import type { OnuQuery } from '../interfaces/onus/bodies.ts'
import type { Inventory } from '../inventory.ts'
import { csvStream } from '@linecard/plugin-kit/csv'
import { deviceColumns, devicePages } from './export/devices.ts'
import { interfaceColumns, interfacePages } from './export/interfaces.ts'
import { onuColumns, onuPages } from './export/onus.ts'
import type { Imports } from './import/imports.ts'

/** Does what the operations do, for callers that have the file as a stream. */
export const transferService = (inventory: Inventory, imports: Imports): Transfer => ({
  importDevices: (caller, options, file) => imports.start(caller, options, take => take(file)),
  resumeImport: (caller, id) => imports.resume(caller, id),
  export(table, caller, options = {}) {
    if (table === 'devices') return csvStream(deviceColumns, devicePages(inventory, caller, {}), options)
    if (table === 'interfaces')
      return csvStream(interfaceColumns, interfacePages(inventory, caller, {}), options)
    return csvStream(onuColumns, onuPages(inventory, caller, {}), options)
  },
  exportOnus: (asked, caller, options = {}) =>
    csvStream(onuColumns, onuPages(inventory, caller, asked as OnuQuery), options),
})
