import { ForeignKeyConstraintViolationException } from '@mikro-orm/core'
import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { retryable, type Caller, type Context } from '@linecard/plugin-kit'
import { MB, type Config } from './config.ts'
import { fail } from './errors.ts'
import type { Owner } from './objects.ts'
import type { ObjectType } from './schemas.ts'

export interface FileRow {
  id: number
  object_type: ObjectType
  object_id: number
  name: string
  media_type: string
  bytes: number
  sha256: string
  width: number | null
  height: number | null
  has_thumbnail: boolean
  created_at: Date
  uploaded_by: string
  storage_key: string
  thumbnail_key: string | null
  on_device: number
}

const from = `attachments_file f left join inventory_interface i on i.id = f.interface_id join inventory_device d on d.id = coalesce(f.device_id, i.device_id)`
const objectType = `case when f.device_id is not null then 'device' when i.type = 'ONU' then 'onu' else 'interface' end`
const columns = `f.id, ${objectType} as object_type, coalesce(f.device_id, f.interface_id) as object_id, f.name, f.media_type, f.bytes::float8 as bytes, f.sha256, f.width, f.height,
  f.thumbnail_key is not null as has_thumbnail, f.created_at, f.uploaded_by, f.storage_key, f.thumbnail_key, d.id as on_device`
const seen = `(?::int[] is null or d.group_id = any(?::int[]))`
const groupsOf = ({ groupIds }: Caller) => {
  const groups = groupIds && `{${groupIds.join(',')}}`
  return [groups, groups]
}
const dated = (row: FileRow): FileRow => ({ ...row, created_at: new Date(row.created_at) })

/** A file that the caller sees. @throws ApiError 404 for one of another group as for none */
export async function fileById({ em }: Pick<Context, 'em'>, caller: Caller, id: number): Promise<FileRow> {
  const [row] = await em().execute<FileRow[]>(`select ${columns} from ${from} where f.id = ? and ${seen}`, [
    id,
    ...groupsOf(caller),
  ])
  if (!row) throw fail('ATTACHMENTS_FILE_UNKNOWN', { id })
  return dated(row)
}

export interface Filter {
  object_type?: ObjectType | undefined
  object_id?: number | undefined
}

/** Where to look for the files of an object; an ONU's are those of an interface. */
function wanted({ object_type: type, object_id: id }: Filter): { where: string; values: unknown[] } {
  const kinds = {
    device: 'f.device_id is not null',
    interface: 'f.interface_id is not null',
    onu: `f.interface_id is not null and i.type = 'ONU'`,
  }
  const column = type === 'device' ? 'f.device_id' : 'f.interface_id'
  return {
    where: `${type ? kinds[type] : 'true'}${type && id !== undefined ? ` and ${column} = ?` : ''}`,
    values: type && id !== undefined ? [id] : [],
  }
}

/** @param order of SQL, made of our own words */
export async function filesOf(
  { em }: Pick<Context, 'em'>,
  caller: Caller,
  filter: Filter,
  order: string,
  page: { limit: number; offset: number },
): Promise<{ rows: FileRow[]; total: number }> {
  const { where, values } = wanted(filter)
  const all = [...values, ...groupsOf(caller)]
  const [rows, [count]] = await Promise.all([
    em().execute<FileRow[]>(
      `select ${columns} from ${from} where ${where} and ${seen} order by ${order} limit ? offset ?`,
      [...all, page.limit, page.offset],
    ),
    em().execute<{ total: number }[]>(
      `select count(*)::int as total from ${from} where ${where} and ${seen}`,
      all,
    ),
  ])
  return { rows: rows.map(dated), total: count!.total }
}

/** @throws ApiError when no room is left for so many bytes */
export async function assertRoom(
  em: SqlEntityManager,
  { quota_mb: all, object_quota_mb: ofOne, object_files: most }: Config,
  { device_id: device, interface_id: port }: Owner,
  bytes: number,
): Promise<void> {
  const [used] = await em.execute<{ total: number; own: number; files: number }[]>(
    `
    select coalesce(sum(bytes), 0)::float8 as total, coalesce(sum(bytes) filter (where mine), 0)::float8 as own, (count(*) filter (where mine))::int as files
    from (select bytes, device_id is not distinct from ?::int and interface_id is not distinct from ?::int as mine from attachments_file) f`,
    [device, port],
  )
  if (used!.files + 1 > most) throw fail('ATTACHMENTS_OBJECT_FULL', { limit: `${most} files` })
  if (used!.own + bytes > ofOne * MB) throw fail('ATTACHMENTS_OBJECT_FULL', { limit: `${ofOne} MB` })
  if (used!.total + bytes > all * MB) throw fail('ATTACHMENTS_QUOTA_FULL', { limit: all })
}

export type NewFile = Pick<
  FileRow,
  | 'name'
  | 'media_type'
  | 'bytes'
  | 'sha256'
  | 'width'
  | 'height'
  | 'storage_key'
  | 'thumbnail_key'
  | 'uploaded_by'
>

/**
 * Adds a row where there is room. One at a time in the whole installation, so that two that arrive together
 * cannot both take the last of it.
 */
export async function addFile(
  { em, config }: Pick<Context<Config>, 'em' | 'config'>,
  owner: Owner,
  file: NewFile,
): Promise<number> {
  try {
    return await retryable(() =>
      em().transactional(async own => {
        const tx = own as SqlEntityManager
        await tx.execute(`select pg_advisory_xact_lock(hashtext('attachments_file'))`)
        await assertRoom(tx, config, owner, file.bytes)
        const [row] = await tx.execute<{ id: number }[]>(
          `
        insert into attachments_file (device_id, interface_id, name, media_type, bytes, sha256, width, height, storage_key, thumbnail_key, uploaded_by) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning id`,
          [
            owner.device_id,
            owner.interface_id,
            file.name,
            file.media_type,
            file.bytes,
            file.sha256,
            file.width,
            file.height,
            file.storage_key,
            file.thumbnail_key,
            file.uploaded_by,
          ],
        )
        return row!.id
      }),
    )
  } catch (error) {
    if (error instanceof ForeignKeyConstraintViolationException) throw fail('ATTACHMENTS_OBJECT_UNKNOWN')
    throw error
  }
}

export const dropFile = async ({ em }: Pick<Context, 'em'>, id: number): Promise<void> => {
  await em().execute('delete from attachments_file where id = ?', [id])
}
