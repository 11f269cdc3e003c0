import { fail, ok, type Finding } from '@linecard/plugin-kit/doctor'
import type { LoadedComponent } from '../components/component.ts'
import type { PgClient } from '../database/pg.ts'
import { standingsOf, type Applied } from '../database/standing.ts'
import { migrationSets } from '../migrations.ts'
import type { StoredSetting, StoredSettings } from '../settings/store.ts'

const isThere = async (client: PgClient, table: string): Promise<boolean> => {
  const { rows } = await client.query<{ found: string | null }>('select to_regclass($1) as found', [table])
  return rows[0]!.found !== null
}

/** How the tables stand against this version and its plugins. */
export async function lookAtTables(
  client: PgClient,
  components: readonly LoadedComponent[],
): Promise<Finding[]> {
  if (!(await isThere(client, 'mikro_orm_migrations')))
    return [ok('tables', 'none yet: linecard start makes them')]
  const { rows } = await client.query<Applied>('select name, checksum from mikro_orm_migrations')
  const standings = standingsOf(migrationSets(components), rows)
  const unknown = standings.flatMap(one => one.unknown)
  const changed = standings.flatMap(one => one.changed)
  const pending = standings.reduce((sum, one) => sum + one.pending.length, 0)
  if (unknown.length > 0)
    return [
      fail(
        'tables',
        `a newer version of Linecard or of a plugin has changed them: ${unknown.join(', ')}`,
        'install that version again, or restore a backup of this one',
      ),
    ]
  if (changed.length > 0)
    return [
      fail(
        'tables',
        `the text of an applied migration was changed: ${changed.join(', ')}`,
        'restore its text',
      ),
    ]
  return [
    ok(
      'tables',
      `${rows.length} migrations applied` +
        (pending > 0 ? `, ${pending} wait for the next start: make a backup before it` : ''),
    ),
  ]
}

/** What operators have set, without the secrets: those need the vault. */
export async function storedSettings(client: PgClient): Promise<StoredSettings> {
  const found = new Map<string, Map<string, StoredSetting>>()
  if (!(await isThere(client, 'kernel_setting'))) return found
  const { rows } = await client.query<StoredSetting & { component: string; key: string }>(
    `select component, key, value, updated_at, updated_by, null as problem
    from kernel_setting where not sealed`,
  )
  for (const { component, key, ...row } of rows)
    found.set(component, (found.get(component) ?? new Map<string, StoredSetting>()).set(key, row))
  return found
}
