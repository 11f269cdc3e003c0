import { Type as T } from 'typebox'
import { closedObject, type Caller } from '@linecard/plugin-kit'
import type { Inventory } from '../../inventory.ts'
import { OnuQuery } from '../../interfaces/onus/bodies.ts'
import { onuIds, onusByIds, type ShownOnu } from '../../interfaces/onus/find.ts'
import { questionOf } from '../../interfaces/onus/query.ts'
import type { CsvColumns } from '@linecard/plugin-kit/csv'
import { keyset } from './pages.ts'

export const OnuExportBody = closedObject(T.Omit(OnuQuery, ['limit', 'offset', 'sort']).properties, {
  examples: [
    { device_id: 17, status: 'Offline|PowerOff', filters: [{ field: 'rx', operator: '<', value: -25 }] },
  ],
})

export const onuColumns: CsvColumns<ShownOnu> = {
  id: row => row.id,
  'device id': row => row.device_id,
  'device ip': row => row.device_ip,
  device: row => row.device_name,
  name: row => row.name,
  'pon port': row => row.parent_name,
  ident: row => row.ident,
  serial: row => row.serial_ascii,
  'serial hex': row => row.serial_hex,
  mac: row => row.mac,
  vendor: row => row.vendor,
  model: row => row.model,
  status: row => row.status,
  'status changed': row => row.status_changed_at,
  description: row => row.description,
  comment: row => row.comment,
  agreement: row => row.agreement,
  'rx dBm': row => row.rx,
  'tx dBm': row => row.tx,
  'olt rx dBm': row => row.olt_rx,
  'temperature °C': row => row.temp,
  'voltage V': row => row.voltage,
  'distance m': row => row.distance,
  measured: row => row.optics_at,
  'bad since': row => row.bad_since,
  'last down reason': row => row.last_down_reason,
  'bind key': row => row.bind_key,
  added: row => row.created_at,
}

/** Pages of the ONUs that the caller sees. Throws VALIDATION_ERROR at once if the query is wrong. */
export function onuPages(
  { ctx }: Pick<Inventory, 'ctx'>,
  caller: Caller,
  query: OnuQuery,
): AsyncGenerator<ShownOnu[]> {
  const question = (after: number) =>
    questionOf(caller, {
      ...query,
      sort: 'id',
      filters: [...(query.filters ?? []), { field: 'id', operator: '>', value: after }],
    })
  question(0)
  return keyset(async (after, limit) => {
    const em = ctx.em()
    return onusByIds(em, await onuIds(em, question(after), limit, 0))
  })
}
