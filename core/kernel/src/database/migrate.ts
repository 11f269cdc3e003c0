import type { Migration } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { StartError } from '../start-error.ts'
import { checksumOf, standingOf, standingsOf, type Applied, type MigrationSets } from './standing.ts'

/**
 * Layout of MikroORM's own migration table, so that its tools can list it, and a checksum of the SQL that was
 * run.
 */
const createTable = `
  create table if not exists mikro_orm_migrations (
    id serial primary key,
    name varchar(255) not null,
    executed_at timestamptz(0) not null default current_timestamp
  );
  alter table mikro_orm_migrations add column if not exists checksum char(64);
  create unique index if not exists mikro_orm_migrations_name_unique on mikro_orm_migrations (name);`

/** An arbitrary number. The holder of this advisory lock is the only one who changes the schema. */
const advisoryLock = 5_140_701

/** Kysely on the table of migrations, which belongs to MikroORM and not to the kernel's own tables. */
const migrationTable = (em: SqlEntityManager) => em.getKysely<{ mikro_orm_migrations: Applied }>()

function refuseBadNames(plugin: string, migrations: readonly Migration[]): void {
  const names = new Set<string>()
  for (const { name } of migrations) {
    if (!name.startsWith(`${plugin}/`) || !/^[a-z0-9-]+\/\d{4}_\w+$/.test(name))
      throw new StartError(`migration ${name}: a migration of ${plugin} is named ${plugin}/NNNN_what`)
    if (names.has(name)) throw new StartError(`migration ${name} is listed twice by ${plugin}`)
    names.add(name)
  }
}

/** An older version must not write into tables that a newer one has changed. */
function refuseNewer(plugin: string, unknown: readonly string[]): void {
  if (unknown.length > 0)
    throw new StartError(
      `The database was migrated by a newer version of ${plugin}, with ${unknown.join(', ')}. Install that ` +
        'version, or restore the backup that was made before the upgrade. Nothing was changed.',
    )
}

/** PostgreSQL gives the position as a number of characters. The message names the line. */
function failed(verb: string, name: string, statements: string, error: unknown): StartError {
  const position = error instanceof Error && 'position' in error ? Number(error.position) : 0
  const line = position > 0 ? `, line ${statements.slice(0, position).split('\n').length}` : ''
  const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
  return new StartError(
    `migration ${name}${line} could not be ${verb}, nothing of its batch was: ${reason}`,
    { cause: error },
  )
}

/**
 * One transaction in which this process alone changes the schema. `work` gets what is applied of the plugin.
 */
function batch<T>(
  em: SqlEntityManager,
  plugin: string,
  work: (em: SqlEntityManager, applied: Map<string, Applied>) => Promise<T>,
): Promise<T> {
  return em.transactional(async inner => {
    const db = migrationTable(inner)
    // A large table takes its time, and so does waiting for the process that migrates it.
    await sql`set local statement_timeout = 0`.execute(db)
    await sql`select pg_advisory_xact_lock(${advisoryLock})`.execute(db)
    await sql`set local lock_timeout = '60s'`.execute(db)
    // DDL of several statements, which only a plain query may contain.
    await inner.execute(createTable)
    const rows = await db
      .selectFrom('mikro_orm_migrations')
      .select(['name', 'checksum'])
      .where(sql<boolean>`starts_with(name, ${`${plugin}/`})`)
      .execute()
    return work(inner, new Map(rows.map(row => [row.name, row])))
  })
}

/**
 * Looks for migrations that a newer version has applied, before anything is changed. `known`: those of this
 * version, by plugin. What a plugin that is not installed has applied does not matter.
 * @throws StartError naming the plugin and the migrations
 */
export async function checkNotNewer(em: SqlEntityManager, known: MigrationSets): Promise<void> {
  const db = migrationTable(em)
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('mikro_orm_migrations') is not null as exists`.execute(db)
  if (!rows[0]?.exists) return
  const applied = await db.selectFrom('mikro_orm_migrations').select('name').execute()
  // Databases of the first versions have no checksums.
  const names = applied.map(({ name }) => ({ name, checksum: null }))
  for (const { plugin, unknown } of standingsOf(known, names)) refuseNewer(plugin, unknown)
}

/**
 * Applies the pending migrations of a plugin, in list order, all or nothing. Refuses a list in which an
 * applied migration was edited, or to which a newer version has added.
 * @returns names applied now
 * @throws StartError naming the migration
 */
export async function migrate(
  em: SqlEntityManager,
  plugin: string,
  migrations: readonly Migration[],
): Promise<string[]> {
  refuseBadNames(plugin, migrations)
  return batch(em, plugin, async (inner, applied) => {
    const { changed, unknown, pending } = standingOf(migrations, applied)
    if (changed.length > 0)
      throw new StartError(
        `migration ${changed[0]} was changed after it had been applied: ` +
          'restore its text and put the change into a new migration',
      )
    refuseNewer(plugin, unknown)
    for (const migration of pending) {
      try {
        // DDL of a plugin: several statements in one text.
        await inner.execute(migration.up)
      } catch (error) {
        throw failed('applied', migration.name, migration.up, error)
      }
      await migrationTable(inner)
        .insertInto('mikro_orm_migrations')
        .values({ name: migration.name, checksum: checksumOf(migration) })
        .execute()
    }
    return pending.map(({ name }) => name)
  })
}

/**
 * Reverts those of these migrations that are applied, last first, all or nothing.
 * @returns names of the reverted migrations, in that order
 */
export async function revert(
  em: SqlEntityManager,
  plugin: string,
  migrations: readonly Migration[],
): Promise<string[]> {
  refuseBadNames(plugin, migrations)
  return batch(em, plugin, async (inner, applied) => {
    const done = migrations.filter(({ name }) => applied.has(name)).toReversed()
    for (const migration of done) {
      try {
        // DDL of a plugin: several statements in one text.
        await inner.execute(migration.down)
      } catch (error) {
        throw failed('reverted', migration.name, migration.down, error)
      }
      await migrationTable(inner)
        .deleteFrom('mikro_orm_migrations')
        .where('name', '=', migration.name)
        .execute()
    }
    return done.map(({ name }) => name)
  })
}
