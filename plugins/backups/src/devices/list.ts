import { visibleDevices } from '@linecard/inventory/read'
import { containing, withDevices, type Caller } from '@linecard/plugin-kit'
import { sql, type RawBuilder, type SqlBool } from '@linecard/plugin-kit/sql'
import type { Base } from '../base.ts'
import type { StatusView, statuses } from './schemas.ts'
import { tables } from '../tables.ts'
import type { VersionRow } from '../versions/read.ts'
import { versionView } from '../versions/view.ts'

/** What a list of devices is limited to. */
export interface DevicesAsked {
  device_id?: number
  status?: (typeof statuses)[number]
  enabled?: boolean
  group_id?: number
  model_id?: number
  search?: string
}

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
  total: number
}

/** Keys of the models of these devices that can be read. */
async function readableModels({ ctx }: Base, caller: Caller): Promise<string[]> {
  const rows = await visibleDevices(ctx.em(), caller)
    .clearSelect()
    .select('m.key')
    .distinct()
    .where('m.key', 'is not', null)
    .execute()
  const { readable } = ctx.use('configurations')
  return rows.flatMap(({ key }) => (readable(key) ? key! : []))
}

/** Without a row yet, a device waits for its first reading, or cannot be read. */
const statusOf = (readable: readonly string[]): RawBuilder<string> => sql`
  case when b.status is null or b.status = 'never'
    then case when d.model_key = any (${[...readable]}::text[]) then 'never' else 'unsupported' end
    else b.status end`

function conditions(asked: DevicesAsked, status: RawBuilder<string>): RawBuilder<SqlBool> {
  const text = asked.search === undefined ? null : containing(asked.search)
  return sql<SqlBool>`(${asked.device_id ?? null}::int is null or d.id = ${asked.device_id ?? null})
    and (${asked.group_id ?? null}::int is null or d.group_id = ${asked.group_id ?? null})
    and (${asked.model_id ?? null}::int is null or d.model_id = ${asked.model_id ?? null})
    and (${asked.status ?? null}::text is null or ${status} = ${asked.status ?? null})
    and (${asked.enabled ?? null}::boolean is null or (b.next_at is not null) = ${asked.enabled ?? null})
    and (${text}::text is null or d.name ilike ${text} or host(d.ip) ilike ${text})`
}

const timeOf = (text: string | null) => (text === null ? null : new Date(text))

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

/** A page of the devices that the caller sees, by their ids, and how many fit. */
export async function listDevices(
  base: Base,
  caller: Caller,
  asked: DevicesAsked,
  page: { limit: number; offset: number },
): Promise<{ rows: StatusView[]; total: number }> {
  const { ctx } = base
  const status = statusOf(await readableModels(base, caller))
  const from = sql`
    from (${visibleDevices(ctx.em(), caller)}) d left join backups_device b on b.device_id = d.id
    where ${conditions(asked, status)}`
  const [{ rows }, counted] = await Promise.all([
    sql<Row>`
      select d.id as device_id, ${status} as status, b.next_at is not null as enabled, b.attempted_at,
        b.ended_at, b.spent_ms, b.error_code, b.error, coalesce(b.failures, 0) as failures,
        b.succeeded_at, b.next_at,
        b.held_at, b.held_lines,
        (select jsonb_build_object('id', v.id, 'first_seen', v.first_seen, 'last_seen', v.last_seen,
            'valid_until', null, 'octets', c.octets, 'lines', c.lines, 'lines_added', v.lines_added,
            'lines_removed', v.lines_removed, 'changed_by', v.changed_by, 'changed_how', v.changed_how,
            'changed_at', v.changed_at)
          from backups_version v join backups_content c on c.id = v.content_id
          where v.device_id = d.id and v.valid_until is null) as version
      ${from} order by d.id limit ${page.limit} offset ${page.offset}`.execute(tables(ctx.em())),
    sql<{ total: number }>`select count(*)::int as total ${from}`.execute(tables(ctx.em())),
  ])
  const shown = await withDevices(
    ctx,
    caller,
    rows.map(row => ({ ...view(row), device: { id: row.device_id } })),
  )
  return { rows: shown, total: counted.rows[0]!.total }
}
