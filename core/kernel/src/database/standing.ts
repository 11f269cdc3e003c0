import { createHash } from 'node:crypto'
import type { Migration } from '@linecard/plugin-kit'

/** A migration that was applied. */
export interface Applied {
  name: string
  /** Null for migrations that were applied before checksums were stored. */
  checksum: string | null
}

/** Does not depend on line ends, which differ between checkouts. */
export const checksumOf = (migration: Migration) =>
  createHash('sha256').update(migration.up.replaceAll('\r\n', '\n').trim()).digest('hex')

/** How the migrations of a plugin stand against those that are applied. */
export function standingOf(migrations: readonly Migration[], applied: ReadonlyMap<string, Applied>) {
  const isChanged = (migration: Migration) => {
    const known = applied.get(migration.name)?.checksum
    return Boolean(known) && known !== checksumOf(migration)
  }
  return {
    /** Their text is another one than that which was applied. */
    changed: migrations.filter(isChanged).map(({ name }) => name),
    /** Applied and not known here: a newer version made them. */
    unknown: [...applied.keys()].filter(name => !migrations.some(migration => migration.name === name)),
    pending: migrations.filter(({ name }) => !applied.has(name)),
  }
}

/** Migrations of the kernel and of each plugin, by its id. */
export type MigrationSets = Iterable<readonly [plugin: string, migrations: readonly Migration[]]>

/** How all of them stand, by plugin. What a plugin that is not among them has applied does not matter. */
export const standingsOf = (sets: MigrationSets, rows: readonly Applied[]) =>
  [...sets].map(([plugin, migrations]) => {
    const own = rows.filter(({ name }) => name.startsWith(`${plugin}/`))
    return { plugin, ...standingOf(migrations, new Map(own.map(row => [row.name, row]))) }
  })
