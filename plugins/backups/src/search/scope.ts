import { visibleDevices } from '@linecard/inventory/read'
import type { Caller } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from './tables.ts'

/** Which devices are searched. */
export interface Scope {
  device_id?: number
  group_id?: number
  model_id?: number
}

/** The devices that are searched, and how much of them can be. */
export interface Searched {
  /** With an index, by name. */
  ids: number[]
  /** A newer version is not in the index yet. */
  pending: number
  /** No configuration is stored, or it is not in the index yet. */
  without: number
  /** Only the first lines are in the index. */
  cut: number
}

/** The devices of a scope that the caller sees. */
export async function searched(em: SqlEntityManager, caller: Caller, scope: Scope): Promise<Searched> {
  const { device_id: device, group_id: group, model_id: model } = scope
  const where = sql.join(
    [
      sql`true`,
      ...(device === undefined ? [] : [sql`d.id = ${device}`]),
      ...(group === undefined ? [] : [sql`d.group_id = ${group}`]),
      ...(model === undefined ? [] : [sql`d.model_id = ${model}`]),
    ],
    sql` and `,
  )
  const { rows } = await sql<{ id: number; indexed: boolean; pending: boolean; cut: boolean }>`
    select d.id, l.device_id is not null as indexed, l.version_id <> v.id as pending,
      coalesce(l.cut, false) as cut
    from (${visibleDevices(em, caller)}) d
    left join backups_device_lines l on l.device_id = d.id
    left join backups_version v on v.device_id = d.id and v.valid_until is null
    where ${where} order by d.name, d.id`.execute(tables(em))
  return {
    ids: rows.filter(({ indexed }) => indexed).map(({ id }) => id),
    pending: rows.filter(({ indexed, pending }) => indexed && pending).length,
    without: rows.filter(({ indexed }) => !indexed).length,
    cut: rows.filter(({ cut }) => cut).length,
  }
}
