import type { NetworkEvent, Severity } from '@linecard/plugin-kit'

/** A row of events_event with its device and interface. Times may be texts, as in JSON of PostgreSQL. */
export interface EventRow {
  id: string | number
  key: string
  severity: Severity
  name: string
  title: string
  description: string
  labels: Record<string, string>
  created_at: Date | string
  created_by: string
  resolved_at: Date | string | null
  resolved_by: string | null
  parent_id: string | number | null
  customers: number | null
  maintenance: boolean
}
export interface Named {
  /** Null: it has none, or it was removed. */
  device: NetworkEvent['device']
  interface: NetworkEvent['interface']
}

const timeOf = (time: Date | string): string => new Date(time).toISOString()

export const eventView = (row: EventRow, { device, interface: port }: Named): NetworkEvent => ({
  id: Number(row.id),
  key: row.key,
  severity: row.severity,
  name: row.name,
  annotation: row.title,
  description: row.description,
  device,
  interface: port,
  labels: row.labels,
  created_at: timeOf(row.created_at),
  created_by: row.created_by,
  resolved_at: row.resolved_at && timeOf(row.resolved_at),
  resolved_by: row.resolved_by,
  parent_id: row.parent_id === null ? null : Number(row.parent_id),
  customers: row.customers,
  maintenance: row.maintenance,
})
