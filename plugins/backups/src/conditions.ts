import { complianceFailed } from './compliance/conditions.ts'
import { visibleDevices } from '@linecard/inventory/read'
import type { ConditionSource } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { Backups } from './setup.ts'
import { tables } from './tables.ts'

interface Row {
  id: number
  ip: string
  name: string
  failures: number
  error_code: string | null
  error: string | null
  succeeded_at: Date | null
  ended_at: Date | null
}

/** Devices whose configuration could not be read for some times or days. Others are told as `device_down`. */
const failed: ConditionSource<Backups> = {
  label: 'The configuration of a device cannot be read',
  severity: 'warning',
  async holding({ ctx }, { deviceIds }) {
    const { failed_times: times, failed_days: days } = ctx.config
    const longAgo = new Date(ctx.clock().getTime() - days * 86_400_000)
    const { rows } = await sql<Row>`
      select d.id, host(d.ip) as ip, d.name, b.failures, b.error_code, b.error, b.succeeded_at, b.ended_at
      from backups_device b join (${visibleDevices(ctx.em(), { groupIds: null })}) d on d.id = b.device_id
      where b.next_at is not null
        and (b.failures >= ${times}
          or (b.failures > 0 and b.succeeded_at < ${longAgo}::timestamptz))
        and (${deviceIds === null} or d.id = any (${[...(deviceIds ?? [])]}::int[]))
      order by d.id limit 10000`.execute(tables(ctx.em()))
    return rows.map(row => ({
      device_id: row.id,
      interface_id: null,
      part: '',
      title: `The configuration of ${row.name || row.ip} cannot be read`,
      description: `${row.failures} readings in a row failed: ${row.error ?? 'for an unknown reason'}`,
      labels: { ip: row.ip, ...(row.error_code && { code: row.error_code }) },
      since: row.succeeded_at ?? row.ended_at ?? ctx.clock(),
    }))
  },
}

export const conditions = { backup_failed: failed, compliance_failed: complianceFailed }
