import type { RuleHit } from '@linecard/plugin-kit'
import type { ChosenRow } from './chosen.ts'

/** A row as a rule tells it. `more`: labels that the store gives. */
export const hitOf = (row: ChosenRow, more: Readonly<Record<string, string>> = {}): RuleHit => ({
  device_id: row.device_id,
  interface_id: row.interface_id === 0 ? null : row.interface_id,
  part: row.part,
  value: Number.isFinite(row.value) ? row.value : null,
  labels: {
    ...more,
    device_id: String(row.device_id),
    device: row.device,
    ip: row.ip,
    vendor: row.vendor ?? '',
    model: row.model ?? '',
    group_id: String(row.group_id),
    interface_id: row.interface_id === 0 ? '' : String(row.interface_id),
    interface: row.interface ?? '',
    type: row.type ?? '',
    part: row.part,
  },
})
