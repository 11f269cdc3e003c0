import type { ShownDevice } from '../../devices/page-query.ts'
import { deviceView } from '../../devices/view.ts'
import type { Duplicate } from './duplicates.ts'
import type { ShownOnu } from './find.ts'
import type { OnuFacts, OnuView } from './schemas.ts'

const isBad = (value: number | null, since: Date | null): boolean | null =>
  value === null ? null : since !== null

/** What is known of an ONU beside its interface. */
export const onuFacts = (row: ShownOnu): OnuFacts => ({
  ident: row.ident,
  ident_type: row.ident_type,
  serial_ascii: row.serial_ascii,
  serial_hex: row.serial_hex,
  mac_address: row.mac,
  vendor: row.vendor,
  model: row.model,
  bad_signal: row.bad_since ? true : row.rx === null && row.olt_rx === null ? null : false,
  bad_since: row.bad_since,
  optical: {
    rx: row.rx,
    tx: row.tx,
    olt_rx: row.olt_rx,
    temp: row.temp,
    voltage: row.voltage,
    distance: row.distance,
    time: row.optics_at,
    rx_bad: isBad(row.rx, row.rx_bad_since),
    rx_bad_since: row.rx_bad_since,
    olt_rx_bad: isBad(row.olt_rx, row.olt_rx_bad_since),
    olt_rx_bad_since: row.olt_rx_bad_since,
  },
  last_down_reason: row.last_down_reason,
  last_reg: row.last_reg,
  last_dereg: row.last_dereg,
})

/** A row of the list of ONUs. */
export const onuView = (
  row: ShownOnu,
  device: ShownDevice,
  duplicates: readonly Duplicate[] = [],
): OnuView => ({
  id: row.id,
  device: deviceView(device),
  interface: {
    id: row.id,
    name: row.name,
    bind_key: row.bind_key,
    parent_bind_key: row.parent_bind_key,
    parent: row.parent_id === null ? null : { id: row.parent_id, name: row.parent_name ?? '' },
  },
  description: row.description,
  agreement: row.agreement,
  comment: row.comment,
  status: row.status,
  status_changed: row.status_changed_at,
  created_at: row.created_at,
  duplicates: [...duplicates],
  ...onuFacts(row),
})
