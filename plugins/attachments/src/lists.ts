import { pageOf, sortTerms, type Caller, type Context } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { visibleDevices, visibleInterfaces } from '@linecard/inventory/read'
import type { FilesQuery } from './bodies.ts'
import { fail } from './errors.ts'
import type { ObjectType } from './schemas.ts'
import { tables } from './tables.ts'

/** A file, as it is stored and where it belongs. */
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
  /** Device that it belongs to, or whose interface it belongs to. */
  on_device: number
}

/** Files `f` with their device `d` or their interface `i`, of devices that the caller sees. */
export const visibleFiles = (em: SqlEntityManager, caller: Caller) =>
  tables(em)
    .selectFrom('attachments_file as f')
    .leftJoin(visibleDevices(em, caller).as('d'), 'd.id', 'f.device_id')
    .leftJoin(visibleInterfaces(em, caller).as('i'), 'i.id', 'f.interface_id')
    .where(({ or, eb }) => or([eb('d.id', 'is not', null), eb('i.id', 'is not', null)]))

type Files = ReturnType<typeof visibleFiles>

const rowsOf = (files: Files): Promise<FileRow[]> =>
  files
    .select([
      'f.id',
      sql<ObjectType>`
        case when f.device_id is not null then 'device' when i.type = 'ONU' then 'onu' else 'interface' end
      `.as('object_type'),
      sql<number>`coalesce(f.device_id, f.interface_id)`.as('object_id'),
      'f.name',
      'f.media_type',
      sql<number>`f.bytes::float8`.as('bytes'),
      'f.sha256',
      'f.width',
      'f.height',
      sql<boolean>`f.thumbnail_key is not null`.as('has_thumbnail'),
      'f.created_at',
      'f.uploaded_by',
      'f.storage_key',
      'f.thumbnail_key',
      sql<number>`coalesce(f.device_id, i.device_id)`.as('on_device'),
    ])
    .execute()

/** A file that the caller sees. @throws ApiError ATTACHMENTS_FILE_UNKNOWN (404), also for another group's */
export async function fileById({ em }: Pick<Context, 'em'>, caller: Caller, id: number): Promise<FileRow> {
  const [file] = await rowsOf(visibleFiles(em(), caller).where('f.id', '=', id))
  if (!file) throw fail('ATTACHMENTS_FILE_UNKNOWN', { id })
  return file
}

/** The files of an object or of all objects. The files of an ONU are those of an interface. */
function ofObject(files: Files, { object_type: type, object_id: id }: FilesQuery): Files {
  if (!type) return files
  const column = type === 'device' ? 'f.device_id' : 'f.interface_id'
  const some = id === undefined ? files.where(column, 'is not', null) : files.where(column, '=', id)
  return type === 'onu' ? some.where('i.type', '=', 'ONU') : some
}

const sortable = {
  id: 'f.id',
  name: 'f.name',
  bytes: 'f.bytes',
  created_at: 'f.created_at',
  media_type: 'f.media_type',
} as const

/** A page of the files that the caller sees; the newest first by default. */
export async function listFiles({ em }: Pick<Context, 'em'>, caller: Caller, query: FilesQuery) {
  if (query.object_id !== undefined && !query.object_type)
    throw fail('ATTACHMENTS_OBJECT_TYPE_MISSING', {}, [{ path: 'object_type', message: 'is missing' }])
  const page = pageOf(query, { cap: 1000 })
  const files = (own: SqlEntityManager) => ofObject(visibleFiles(own, caller), query)
  const sorted = sortTerms(query.sort ?? '-id', sortable).reduce(
    (rows, [column, direction]) => rows.orderBy(column === 'id' ? 'f.id' : column, direction),
    files(em()),
  )
  const [rows, { total }] = await Promise.all([
    rowsOf(sorted.limit(page.limit).offset(page.offset)),
    files(em())
      .select(sql<number>`count(*)::int`.as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows, meta: { total, ...page } }
}
