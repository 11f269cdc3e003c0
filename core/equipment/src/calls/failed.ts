import type { CallLogService, FailedCalls } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'

/** Devices with failed calls, those with the most first. */
export async function failedCalls(
  em: SqlEntityManager,
  { since, deviceIds, limit }: Parameters<CallLogService['failures']>[0],
): Promise<FailedCalls[]> {
  const { rows } = await sql<FailedCalls>`
    select device_id, count(*)::int as errors,
      (count(*) filter (where error_code = 'DEVICE_TIMEOUT'))::int as no_response, max(time) as last
    from equipment_call
    where time >= ${since} and not ok and device_id is not null and copy_of is null
      ${deviceIds === null ? sql`` : sql`and device_id = any (${[...deviceIds]}::int[])`}
    group by device_id order by errors desc, device_id limit ${limit}`.execute(tables(em))
  return rows
}
