import type { Caller, Usage } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import { visibleFiles } from './lists.ts'
import type { Attachments } from './setup.ts'

/** Files that the caller sees, by media type. */
export async function usage({ ctx }: Attachments, caller: Caller): Promise<Usage> {
  const rows = await visibleFiles(ctx.em(), caller)
    .groupBy('f.media_type')
    .orderBy('f.media_type')
    .select([
      'f.media_type as type',
      sql<number>`count(*)::int`.as('files'),
      sql<number>`sum(f.bytes)::float8`.as('bytes'),
    ])
    .execute()
  return {
    files: rows.reduce((sum, { files }) => sum + files, 0),
    bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
    files_by_type: Object.fromEntries(rows.map(({ type, files }) => [type, files])),
  }
}
