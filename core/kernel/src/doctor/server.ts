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
async function readConnections(client: PgClient): Promise<Connections> {
  const { rows } = await client.query<Connections>(connections)
  return rows[0]!
}

/** The oldest major version of PostgreSQL on which the tables were made and used. */
export const oldestServer = 15

async function rowOf<R>(client: PgClient, query: string): Promise<R> {
  const { rows } = await client.query<R & object>(query)
  return rows[0]!
}

export function versionFinding(version: string, number: number): Finding {
  const found = `PostgreSQL ${version}`
  return Math.floor(number / 10_000) >= oldestServer
    ? ok('database version', found)
    : fail('database version', found, `upgrade it to PostgreSQL ${oldestServer} or newer`)
}

interface Rights {
  name: string
  database: string
  schema: string | null
  tables: boolean | null
  schemas: boolean
  queue: boolean
  trigrams: 'there' | 'available' | 'missing'
}

/** The job queue has a schema of its own, and the search an extension that comes with PostgreSQL. */
const rights = `
  select current_user as name, current_database() as database, current_schema() as schema,
    has_schema_privilege(current_schema(), 'create') as tables,
    has_database_privilege(current_database(), 'create') as schemas,
    exists (select from pg_namespace where nspname = 'pgboss') as queue,
    case when exists (select from pg_extension where extname = 'pg_trgm') then 'there'
      when exists (select from pg_available_extensions where name = 'pg_trgm') then 'available'
      else 'missing' end as trigrams`

function rightsFinding({ name, database, schema, tables, schemas, queue, trigrams }: Rights): Finding {
  const owner = `as a superuser: alter database "${database}" owner to "${name}"`
  if (schema === null || !tables)
    return fail(
      'database rights',
      `${name} may not make tables in schema ${schema ?? 'public'} of ${database}`,
      `${owner}, or: grant create on schema ${schema ?? 'public'} to "${name}"`,
    )
  if (!schemas && !(queue && trigrams === 'there'))
    return fail(
      'database rights',
      `${name} may not make schemas and extensions in ${database}`,
      `${owner}, or: grant create on database "${database}" to "${name}"`,
    )
  if (trigrams === 'missing')
    return fail(
      'database rights',
      'the server lacks the extension pg_trgm, which the search needs',
      'install it (on Debian the package postgresql-contrib)',
    )
  return ok('database rights', `${name} may make tables, schemas and extensions in ${database}`)
}

const encodingFinding = (encoding: string): Finding[] =>
  encoding === 'UTF8'
    ? []
    : [
        fail(
          'database encoding',
          `${encoding}: names of devices in other scripts cannot be stored`,
          "make the database again with encoding 'UTF8' and template template0",
        ),
      ]

/** Differences of the clocks that are noticed, and at which one-time codes and histories are wrong, in ms. */
const clockMs = { warn: 2_000, fail: 60_000 }

/** `apart`: how far the clock of the database is before that of this machine, less what the question took. */
export function clockFinding(apart: number): Finding {
  const far = Math.abs(apart)
  const side = apart < 0 ? 'behind' : 'before'
  const found = `the clock of the database is ${(far / 1000).toFixed(1)} s ${side} that of this machine`
  const advice = 'synchronise both clocks with NTP (timedatectl shows whether they are)'
  if (far > clockMs.fail) return fail('clock', found, advice)
  return far > clockMs.warn ? warn('clock', found, advice) : ok('clock', 'as that of the database')
}

async function lookAtClock(client: PgClient, clock: () => number): Promise<Finding> {
  const before = clock()
  const { now } = await rowOf<{ now: number }>(
    client,
    'select extract(epoch from clock_timestamp())::float8 * 1000 as now',
  )
  const after = clock()
  const apart = now - (before + after) / 2
  return clockFinding(Math.sign(apart) * Math.max(0, Math.abs(apart) - (after - before) / 2))
}

/** What a server must have, over a connection to the database of the installation. Writes nothing. */
export async function lookAtServer(
  client: PgClient,
  { workers, clock }: { workers: number; clock: () => number },
): Promise<Finding[]> {
  const { version, number, encoding } = await rowOf<{ version: string; number: number; encoding: string }>(
    client,
    `select current_setting('server_version') as version, current_setting('server_encoding') as encoding,
      current_setting('server_version_num')::int as number`,
  )
  return [
    versionFinding(version, number),
    ...encodingFinding(encoding),
    rightsFinding(await rowOf<Rights>(client, rights)),
    connectionsFinding(await readConnections(client), workers),
    await lookAtClock(client, clock),
  ]
}
