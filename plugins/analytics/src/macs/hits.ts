import { visibleInterfaces } from '@linecard/inventory/read'
import type { Caller } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { DevicesAsked } from '../asked.ts'
import type { Analytics } from '../setup.ts'
import { within } from '../table/within.ts'

/**
 * Duplicate MAC addresses of which the caller sees two places at least: `id` (the address), `since`,
 * `last_seen` and `places`. One of the places is on an asked device.
 */
export const duplicateHits = (
  { ctx }: Analytics,
  em: SqlEntityManager,
  caller: Pick<Caller, 'groupIds'>,
  asked: DevicesAsked,
) => sql`
  select upper(x.mac::text) as id, min(x.since) as since, max(x.last_seen) as last_seen,
    count(*)::int as places
  from analytics_duplicate x join (${visibleInterfaces(em, caller)}) i on i.id = x.interface_id
  where x.since <= ${new Date(ctx.clock().getTime() - ctx.config.mac_together_sec * 1000)}
  group by x.mac having count(*) > 1 and bool_or(${within('i', asked)})`
