import { withDevices, type Caller } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { Analytics } from '../setup.ts'
import { portOf, type PortRow } from './ports.ts'

/** What a query selects of `visibleInterfaces` as `i`, for rows that show a port. */
export const portColumns = sql`i.id as interface_id, i.device_id, i.name, i.type, i.status, i.description,
  i.agreement, i.device_name, i.device_ip`

/** Rows with their device and their interface, and what `more` says of them. */
export const portRows = <R extends PortRow, V extends object>(
  { ctx }: Analytics,
  caller: Caller,
  rows: readonly R[],
  more: (row: R) => V,
) =>
  withDevices(
    ctx,
    caller,
    rows.map(row => ({ device: { id: row.device_id }, interface: portOf(row), ...more(row) })),
  )
