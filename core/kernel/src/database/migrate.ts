import { createHash } from 'node:crypto'
import type { Logger, Migration } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { StartError } from '../start-error.ts'

/**
 * Layout of MikroORM's own migration table, so that its tools can list it, and a checksum of the SQL that was
 * run.
 */
const TABLE = `
  create table if not exists mikro_orm_migrations (id serial primary key, name varchar(255) not null, executed_at timestamptz(0) not null default current_timestamp);
  alter table mikro_orm_migrations add column if not exists checksum char(64);
  create unique index if not exists mikro_orm_migrations_name_unique on mikro_orm_migrations (name);`

/** Any constant: who holds this advisory lock is the only one who changes the schema. */
const LOCK = 5_140_701

interface Applied {
  name: string
  checksum: string | null
}

/** Line ends depend on how the package was checked out. */
const checksumOf = (migration: Migration) =>
  createHash('sha256').update(migration.up.replaceAll('\r\n', '\n').trim()).digest('hex')

function refuseBadNames(plugin: string, migrations: readonly Migration[]): void {
  const names = new Set<string>()
  for (const { name } of migrations) {
    if (!name.startsWith(`${plugin}/`) || !/^[a-z0-9-]+\/\d{4}_\w+$/.test(name))
      throw new StartError(`migration ${name}: a migration of ${plugin} is named ${plugin}/NNNN_what`)
    if (names.has(name)) throw new StartError(`migration ${name} is listed twice by ${plugin}`)
    names.add(name)
  }
}

/** PostgreSQL counts characters from the start of the text; a person wants the line. */
function failed(verb: string, name: string, sql: string, error: unknown): StartError {
  const position = error instanceof Error && 'position' in error ? Number(error.position) : 0
  const line = position > 0 ? `, line ${sql.slice(0, position).split('\n').length}` : ''
  return new StartError(
    `migration ${name}${line} could not be ${verb}, nothing of its batch was: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`,
    { cause: error },
  )
}

/** One transaction in which this process alone changes the schema, and what is applied of the plugin. */
function batch<T>(
  em: SqlEntityManager,
  plugin: string,
  work: (em: SqlEntityManager, applied: Map<string, Applied>) => Promise<T>,
): Promise<T> {
  return em.transactional(async inner => {
    // A big table takes its time, and so does waiting for the process that migrates it.
    await inner.execute('set local statement_timeout = 0')
    await inner.execute('select pg_advisory_xact_lock(?)', [LOCK])
    await inner.execute("set local lock_timeout = '60s'")
    await inner.execute(TABLE)
    const rows = await inner.execute<Applied[]>(
      'select name, checksum from mikro_orm_migrations where starts_with(name, ?)',
      [`${plugin}/`],
    )
    return work(inner, new Map(rows.map(row => [row.name, row])))
  })
}

/**
 * Applies what is pending of a plugin, in list order, all or nothing. Refuses a list whose applied part was
 * edited since.
 * @returns names applied now
 * @throws StartError naming the migration
 */
export async function migrate(
  em: SqlEntityManager,
  plugin: string,
  migrations: readonly Migration[],
  log: Logger,
): Promise<string[]> {
  refuseBadNames(plugin, migrations)
  return batch(em, plugin, async (inner, applied) => {
    for (const migration of migrations) {
      const known = applied.get(migration.name)?.checksum
      if (known && known !== checksumOf(migration)) {
        throw new StartError(
          `migration ${migration.name} was changed after it had been applied: restore its text and put the change into a new migration`,
        )
      }
    }
    const unknown = [...applied.keys()].filter(name => !migrations.some(migration => migration.name === name))
    if (unknown.length > 0)
      log.warn({ plugin, migrations: unknown }, 'the database was migrated by a newer version of this plugin')
    const pending = migrations.filter(({ name }) => !applied.has(name))
    for (const migration of pending) {
      try {
        await inner.execute(migration.up)
      } catch (error) {
        throw failed('applied', migration.name, migration.up, error)
      }
      await inner.execute('insert into mikro_orm_migrations (name, checksum) values (?, ?)', [
        migration.name,
        checksumOf(migration),
      ])
    }
    return pending.map(({ name }) => name)
  })
}

/**
 * Takes back what is applied of these migrations, last first, all or nothing.
 * @returns names taken back, in that order
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
        await inner.execute(migration.down)
      } catch (error) {
        throw failed('reverted', migration.name, migration.down, error)
      }
      await inner.execute('delete from mikro_orm_migrations where name = ?', [migration.name])
    }
    return done.map(({ name }) => name)
  })
}
