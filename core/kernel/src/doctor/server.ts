import { fail, ok, warn, type Finding } from '@linecard/plugin-kit/doctor'
import type { PgClient } from '../database/pg.ts'
import { connectionsFinding, readConnections } from './connections.ts'

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
