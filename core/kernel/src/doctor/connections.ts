import { fail, ok, warn, type Finding } from '@linecard/plugin-kit/doctor'
import type { PgClient } from '../database/pg.ts'
import { poolSizes } from '../database/pool.ts'
import { queueConnections } from '../jobs/queue.ts'

interface Connections {
  /** That may be open, by the limit that leaves the least room: of the server, this role or this database. */
  most: number
  /** Of other programs, now, as far as they count for that limit. */
  others: number
  services: number
  workers: number
}

const connections = `
  with open as (
    select application_name as name, usename, datname,
      datname = current_database() and application_name like 'linecard%' as ours
    from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()),
  limits as (
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0) as most,
      (select count(*)::int from open where ours is not true) as others
    union all
    select rolconnlimit, (select count(*)::int from open where ours is not true and usename = current_user)
    from pg_roles where rolname = current_user and rolconnlimit >= 0
    union all
    select datconnlimit,
      (select count(*)::int from open where ours is not true and datname = current_database())
    from pg_database where datname = current_database() and datconnlimit >= 0)
  select most, others,
    (select count(distinct name)::int from open where ours and name like 'linecard/serve/%') as services,
    (select count(distinct name)::int from open where ours and name like 'linecard/worker/%') as workers
  from limits order by most - others limit 1`

/** Connections that one process opens at most: its pool, its queue, and one that lasts. */
const ofProcess = (mode: 'serve' | 'worker'): number => poolSizes[mode] + queueConnections.serve + 1

/** Whether all processes can open their connections at once. `workers`: what this configuration starts. */
export function connectionsFinding(given: Connections, workersHere: number): Finding {
  const services = Math.max(1, given.services)
  const workers = Math.max(workersHere, given.workers)
  const needed = services * ofProcess('serve') + workers * ofProcess('worker')
  const found =
    `${services} service and ${workers} workers open up to ${needed} connections; ` +
    `the server allows ${given.most}, and others use ${given.others}`
  const advice = `raise max_connections to ${needed + given.others + 10} or more, or run fewer workers`
  if (needed > given.most) return fail('database connections', found, advice)
  if (needed > given.most - given.others) return warn('database connections', found, advice)
  return ok('database connections', found)
}

/** The connections of the server as they are now. */
export async function readConnections(client: PgClient): Promise<Connections> {
  const { rows } = await client.query<Connections>(connections)
  return rows[0]!
}
