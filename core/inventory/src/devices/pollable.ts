import type { PollableDevice } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'
import { toldOf } from './reachability.ts'

/** Devices as the pollers plan them. A device that is off or cannot be asked has no key of a model. */
export async function pollableDevices(
  em: SqlEntityManager,
  now: Date,
  ids: readonly number[] | undefined,
): Promise<PollableDevice[]> {
  const { rows } = await sql<PollableDevice>`
    select d.id, host(d.ip) as ip, d.name, d.group_id, d.status, ${toldOf(now, 'd')} as watched,
      case when d.enabled and d.access_id is not null then m.key end as model_key,
      d.pollers, coalesce(m.pollers, '{}') as model_pollers,
      json_build_object('device', d.params, 'model', coalesce(m.params, '{}')) as params
    from inventory_device d left join inventory_model m on m.id = d.model_id
    where ${ids === undefined ? sql`true` : sql`d.id = any (${[...ids]}::int[])`}
    order by d.id`.execute(tables(em))
  return rows
}
