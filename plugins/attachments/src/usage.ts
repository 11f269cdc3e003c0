import type { Caller, Usage } from '@linecard/plugin-kit'
import type { Attachments } from './attachments.ts'

/** Files that the caller sees, by media type. */
export async function usage({ ctx }: Attachments, { groupIds }: Caller): Promise<Usage> {
  const groups = groupIds && `{${groupIds.join(',')}}`
  const rows = await ctx.em().execute<{ type: string; files: number; bytes: number }[]>(
    `
    select f.media_type as type, count(*)::int as files, sum(f.bytes)::float8 as bytes
    from attachments_file f left join inventory_interface i on i.id = f.interface_id join inventory_device d on d.id = coalesce(f.device_id, i.device_id)
    where ?::int[] is null or d.group_id = any(?::int[]) group by 1 order by 1`,
    [groups, groups],
  )
  return {
    files: rows.reduce((sum, { files }) => sum + files, 0),
    bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
    files_by_type: Object.fromEntries(rows.map(({ type, files }) => [type, files])),
  }
}
