import { type Context } from '@linecard/plugin-kit'
import { retryable } from '@linecard/plugin-kit/concurrency'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { bytesPerMb, type Config } from './config.ts'
import { fail } from './errors.ts'
import type { FileRow } from './lists.ts'
import type { Owner } from './objects.ts'
import { tables } from './tables.ts'

/** @throws ApiError ATTACHMENTS_OBJECT_FULL, ATTACHMENTS_QUOTA_FULL if there is no room for so many bytes */
export async function assertRoom(
  em: SqlEntityManager,
  { quota_mb: quota, object_quota_mb: objectQuota, object_files: maxFiles }: Config,
  { device_id: device, interface_id: port }: Owner,
  bytes: number,
): Promise<void> {
  const own = sql`
    device_id is not distinct from ${device}::int and interface_id is not distinct from ${port}::int`
  const used = await tables(em)
    .selectFrom('attachments_file')
    .select([
      sql<number>`coalesce(sum(bytes), 0)::float8`.as('total'),
      sql<number>`coalesce(sum(bytes) filter (where ${own}), 0)::float8`.as('own'),
      sql<number>`(count(*) filter (where ${own}))::int`.as('files'),
    ])
    .executeTakeFirstOrThrow()
  if (used.files + 1 > maxFiles) throw fail('ATTACHMENTS_OBJECT_FULL', { limit: `${maxFiles} files` })
  if (used.own + bytes > objectQuota * bytesPerMb)
    throw fail('ATTACHMENTS_OBJECT_FULL', { limit: `${objectQuota} MB` })
  if (used.total + bytes > quota * bytesPerMb) throw fail('ATTACHMENTS_QUOTA_FULL', { limit: quota })
}

/** SQLSTATE foreign_key_violation. */
const violatesForeignKey = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '23503'

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
 * Adds a row if there is room, and returns its id. Only one is added at a time in the whole installation, so
 * that two uploads cannot both take the last room.
 * @throws ApiError as `assertRoom`; ATTACHMENTS_OBJECT_UNKNOWN if the object was deleted meanwhile
 */
export async function addFile(
  { em, config }: Pick<Context<Config>, 'em' | 'config'>,
  owner: Owner,
  file: NewFile,
): Promise<number> {
  const { device_id, interface_id } = owner
  try {
    return await retryable(() =>
      em().transactional(async own => {
        await sql`select pg_advisory_xact_lock(hashtext('attachments_file'))`.execute(tables(own))
        await assertRoom(own, config, owner, file.bytes)
        const { id } = await tables(own)
          .insertInto('attachments_file')
          .values({ device_id, interface_id, ...file })
          .returning('id')
          .executeTakeFirstOrThrow()
        return id
      }),
    )
  } catch (error) {
    if (violatesForeignKey(error)) throw fail('ATTACHMENTS_OBJECT_UNKNOWN')
    throw error
  }
}

export const deleteFile = async ({ em }: Pick<Context, 'em'>, id: number): Promise<void> => {
  await tables(em()).deleteFrom('attachments_file').where('id', '=', id).execute()
}
