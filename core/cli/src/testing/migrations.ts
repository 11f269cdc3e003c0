import type { Plugin } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { PluginWorld } from './world.ts'

/** Thrown to take a transaction back. */
const takenBack = new Error('taken back')

/** Runs `down` of all migrations, and takes it back. Returns the tables of the plugin that are left. */
export async function tablesLeft(
  { context }: PluginWorld,
  { id, migrations = [] }: Plugin,
): Promise<string[]> {
  const pattern = `${id.replaceAll('-', '\\_')}\\_%`
  let left: string[] = []
  const run = context
    .em()
    .getKysely<Record<string, never>>()
    .transaction()
    .execute(async db => {
      for (const { down } of migrations.toReversed()) await sql.raw(down).execute(db)
      const found = await sql<{ name: string }>`
        select table_name as name from information_schema.tables
        where table_schema = current_schema() and table_name like ${pattern}`.execute(db)
      left = found.rows.map(({ name }) => name)
      throw takenBack
    })
  await run.catch((error: unknown) => {
    if (error !== takenBack) throw error
  })
  return left
}
