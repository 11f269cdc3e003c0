import { Type as T } from 'typebox'
import { closedObject, type Caller } from '@linecard/plugin-kit'
import { InterfaceQuery } from '../../interfaces/bodies.ts'
import { interfacesAfter } from '../../interfaces/find.ts'
import type { ShownInterface } from '../../interfaces/shown.ts'
import type { Inventory } from '../../inventory.ts'
import { csvQuery, type CsvColumns } from '@linecard/plugin-kit/csv'
import { keyset } from './pages.ts'

export const InterfaceExportQuery = closedObject({
  ...T.Omit(InterfaceQuery, ['limit', 'offset', 'sort']).properties,
  ...csvQuery,
})

export const interfaceColumns: CsvColumns<ShownInterface> = {
  id: row => row.id,
  'device id': row => row.device.id,
  'device ip': row => row.device.ip,
  device: row => row.device.name,
  name: row => row.name,
  type: row => row.type,
  status: row => row.status,
  'admin state': row => row.adminState,
  'status changed': row => row.statusChangedAt,
  description: row => row.description,
  comment: row => row.comment,
  agreement: row => row.agreement,
  'billing link': row => row.billingLink,
  'subscriber ip': row => row.ip,
  serial: row => row.serial,
  mac: row => row.mac,
  'bind key': row => row.bindKey,
  'parent bind key': row => row.parentBindKey,
  'poll enabled': row => row.pollEnabled,
  'fdb enabled': row => row.fdbEnabled,
  latitude: row => row.coordinates?.lat,
  longitude: row => row.coordinates?.lon,
}

export const interfacePages = (
  { ctx }: Pick<Inventory, 'ctx'>,
  caller: Caller,
  query: InterfaceQuery,
): AsyncGenerator<ShownInterface[]> =>
  keyset((after, limit) => interfacesAfter(ctx.em(), caller, query, after, limit))
