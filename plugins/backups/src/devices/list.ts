import { visibleDevices } from '@linecard/inventory/read'
import { containing, Id, text, withDevices, type Caller } from '@linecard/plugin-kit'
import { filter } from '@linecard/plugin-kit/resource'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { Type as T } from 'typebox'
import type { Base } from '../base.ts'
import { statuses, type StatusView } from './schemas.ts'
import { tables } from '../tables.ts'
import type { VersionRow } from '../versions/read.ts'
import { versionView } from '../configs/view.ts'

/** What can be asked of the list of devices. */
export const ofDevices = {
  filters: {
    status: T.Enum([...statuses], { description: 'Of the last reading' }),
    enabled: T.Boolean({ description: 'Read in their time, or not' }),
    device_id: { ...Id, description: 'Only this device' } as typeof Id,
    group_id: { ...Id, description: 'Only devices of this group' } as typeof Id,
    model_id: { ...Id, description: 'Only devices of this model' } as typeof Id,
    search: filter(text(100, { description: 'Part of a name or an address' }), part => {
      const pattern = containing(part)
      return sql`(r.device_name ilike ${pattern} or r.device_ip ilike ${pattern})`
    }),
  },
  sort: [],
  key: 'device_id',
  cap: 1000,
} as const

interface Row {
  device_id: number
  status: (typeof statuses)[number]
  enabled: boolean
  attempted_at: Date | null
  ended_at: Date | null
  spent_ms: number | null
  error_code: string | null
  error: string | null
  failures: number
  succeeded_at: Date | null
  next_at: Date | null
  held_at: Date | null
  held_lines: number | null
  version:
    | (Omit<VersionRow, 'first_seen' | 'last_seen' | 'changed_at'> &
        Record<'first_seen' | 'last_seen', string> & { changed_at: string | null })
    | null
}

/** Keys of the models of these devices that can be read. */
async function readableModels({ ctx }: Base, em: SqlEntityManager, caller: Caller): Promise<string[]> {
  const rows = await visibleDevices(em, caller)
    .clearSelect()
    .select('m.key')
    .distinct()
    .where('m.key', 'is not', null)
    .execute()
  const { readable } = ctx.use('configurations')
  return rows.flatMap(({ key }) => (readable(key) ? key! : []))
}

const timeOf = (time: string | null) => (time === null ? null : new Date(time))

const view = ({ version, ...row }: Row): Omit<StatusView, 'device'> => ({
  status: row.status,
  enabled: row.enabled,
  started_at: row.attempted_at,
  ended_at: row.status === 'running' ? null : row.ended_at,
  duration_ms: row.status === 'running' ? null : row.spent_ms,
  error: row.error_code === null ? null : { code: row.error_code, description: row.error ?? '' },
  failures: row.failures,
  succeeded_at: row.succeeded_at,
  next_at: row.next_at,
  version:
    version &&
    versionView({
      ...version,
      first_seen: new Date(version.first_seen),
      last_seen: new Date(version.last_seen),
      changed_at: timeOf(version.changed_at),
    }),
  held: row.held_at && { time: row.held_at, lines: row.held_lines ?? 0 },
})

/** The devices that the caller sees, with how their readings went. */
export async function deviceRows(base: Base, em: SqlEntityManager, caller: Caller) {
  const readable = await readableModels(base, em, caller)
  return tables(em)
    .selectFrom(visibleDevices(em, caller).as('d'))
    .leftJoin('backups_device as b', 'b.device_id', 'd.id')
    .select(['d.id as device_id', 'd.group_id', 'd.model_id', 'd.name as device_name'])
    .select(['b.attempted_at', 'b.ended_at', 'b.spent_ms', 'b.error_code', 'b.error', 'b.succeeded_at'])
    .select(['b.next_at', 'b.held_at', 'b.held_lines'])
    .select([
      sql<string>`host(d.ip)`.as('device_ip'),
      // Without a row yet, a device waits for its first reading, or cannot be read.
      sql<Row['status']>`case when b.status is null or b.status = 'never'
        then case when d.model_key = any (${readable}::text[]) then 'never' else 'unsupported' end
        else b.status end`.as('status'),
      sql<boolean>`b.next_at is not null`.as('enabled'),
      sql<number>`coalesce(b.failures, 0)`.as('failures'),
      sql<Row['version']>`(
        select jsonb_build_object('id', v.id, 'first_seen', v.first_seen, 'last_seen', v.last_seen,
          'valid_until', null, 'octets', c.octets, 'lines', c.lines, 'lines_added', v.lines_added,
          'lines_removed', v.lines_removed, 'changed_by', v.changed_by, 'changed_how', v.changed_how,
          'changed_at', v.changed_at)
        from backups_version v join backups_content c on c.id = v.content_id
        where v.device_id = d.id and v.valid_until is null)`.as('version'),
    ])
}

export const statusViews = ({ ctx }: Base, caller: Caller, rows: readonly Row[]): Promise<StatusView[]> =>
  withDevices(
    ctx,
    caller,
    rows.map(row => ({ ...view(row), device: { id: row.device_id } })),
  )

/** How the readings of a device went that the caller sees. */
export async function statusView(base: Base, caller: Caller, deviceId: number): Promise<StatusView> {
  const rows = await deviceRows(base, base.ctx.em(), caller)
  const [status] = await statusViews(base, caller, await rows.where('d.id', '=', deviceId).execute())
  return status!
}
