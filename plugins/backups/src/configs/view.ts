import type { VersionRow } from '../versions/read.ts'
import type { VersionView } from './schemas.ts'

export const versionView = (row: VersionRow): VersionView => ({
  id: Number(row.id),
  valid_since: row.first_seen,
  last_seen: row.last_seen,
  valid_until: row.valid_until,
  octets: Number(row.octets),
  lines: row.lines,
  lines_added: row.lines_added,
  lines_removed: row.lines_removed,
  changed_by: row.changed_by,
  changed_how: row.changed_how,
  changed_at: row.changed_at,
})
