import { createWriteStream, existsSync, readdirSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import { check } from '../config/check.ts'
import { connectOnce, type PgClient } from '../database/pg.ts'
import { maintain, type Maintained } from '../maintain.ts'
import { StartError } from '../start-error.ts'
import { beginStart, version, type BootOptions } from '../start.ts'
import { kernelMigrations } from '../migrations.ts'
import { readArchive } from './archive.ts'
import { archiveFormat, Manifest, manifestName, type OnProgress } from './manifest.ts'
import { columnsText, listTables, quoted } from './tables.ts'

const drain = (content: Readable) =>
  pipeline(content, async chunks => {
    for await (const _ of chunks);
  })

function readManifest(file: string, json: string): Manifest {
  const manifest = JSON.parse(json) as Manifest
  if (manifest.format > archiveFormat)
    throw new StartError(
      `${file} was written by Linecard ${manifest.version}, which is newer than this one (${version}): ` +
        'restore it with that version',
    )
  const wrong = check(Manifest, manifest, manifestName)
  if (wrong.length > 0) throw new StartError(`${file} is not a backup of Linecard: ${wrong.join('; ')}`)
  return manifest
}

/** Reads the whole archive and compares its checksums. @throws StartError that names the first wrong entry */
async function verify(file: string, onProgress: OnProgress): Promise<Manifest> {
  const found = new Map<string, string>()
  let manifest: Manifest | null = null
  await readArchive(file, async (name, content, checksum) => {
    onProgress({ what: `checking ${name}`, done: found.size, total: 0 })
    if (name === manifestName) {
      manifest = readManifest(file, await text(content))
      return
    }
    await drain(content)
    found.set(name, checksum())
  })
  if (!manifest) throw new StartError(`${file} is not a complete backup: it has no ${manifestName}`)
  const { checksums } = manifest as Manifest
  for (const [name, checksum] of Object.entries(checksums))
    if (found.get(name) !== checksum)
      throw new StartError(`${file} is damaged: ${name} is missing or altered. Nothing was restored`)
  return manifest
}

/** Everything that could be overwritten must be empty. */
async function assertEmpty(client: PgClient): Promise<void> {
  const tables = await listTables(client)
  const used = tables.filter(({ name }) => !name.startsWith('kernel_'))
  if (used.length > 0)
    throw new StartError(
      `the database is not empty (it has ${used.length} tables): restore into an empty database`,
    )
}

/** Makes the tables of the backup with its own migrations. Later ones run at the next start. */
async function migrateAs(manifest: Manifest, { components, database }: Maintained): Promise<void> {
  const known = new Set<string>([
    ...kernelMigrations.map(({ name }) => name),
    ...components.flatMap(({ plugin }) => plugin?.migrations ?? []).map(({ name }) => name),
  ])
  const unknown = manifest.migrations.filter(name => !known.has(name))
  if (unknown.length > 0)
    throw new StartError(
      `the backup was made by Linecard ${manifest.version} with ${unknown.join(', ')}, which this ` +
        `installation (${version}) does not know: install that version, and all plugins of the backup`,
    )
  const wanted = new Set(manifest.migrations)
  for (const { plugin } of components) {
    const own = plugin?.migrations?.filter(({ name }) => wanted.has(name)) ?? []
    if (plugin && own.length > 0) await database.migrate(plugin.id, own)
  }
}

/** Foreign keys are checked once, after all rows are there. */
async function withoutKeys(client: PgClient, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; place: string; definition: string }>(
    `select quote_ident(conname) as name, conrelid::regclass::text as place,
       pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`,
  )
  for (const { name, place } of rows) await client.query(`alter table ${place} drop constraint ${name}`)
  await work()
  for (const { name, place, definition } of rows)
    await client.query(`alter table ${place} add constraint ${name} ${definition}`)
}

/** Puts the rows of one table in place of those that its migrations made. */
async function fillTable(
  client: PgClient,
  table: Manifest['tables'][number],
  content: Readable,
): Promise<void> {
  const name = quoted(table.name)
  // What a trigger would compute is in the backup.
  await client.query(`alter table ${name} disable trigger user`)
  await pipeline(content, client.query(copyFrom(`copy ${name} (${columnsText(table)}) from stdin`)))
  await client.query(`alter table ${name} enable trigger user`)
}

async function restoreTables(
  client: PgClient,
  file: string,
  manifest: Manifest,
  onProgress: OnProgress,
): Promise<void> {
  const tables = new Map(manifest.tables.map(table => [`tables/${table.name}`, table]))
  let done = 0
  await client.query('begin')
  await client.query('set local statement_timeout = 0')
  await withoutKeys(client, async () => {
    if (tables.size > 0)
      await client.query(`truncate ${manifest.tables.map(({ name }) => quoted(name)).join(', ')}`)
    await readArchive(file, async (name, content) => {
      const table = tables.get(name)
      if (!table) return drain(content)
      onProgress({ what: `table ${table.name}`, done: done++, total: tables.size })
      await fillTable(client, table, content)
    })
  })
  for (const { name, last, called } of manifest.sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [quoted(name), last, called])
  await client.query('commit')
}

/** Where an entry is written to. Null if the restore of files does not write it. */
function placeOf(name: string, dataDir: string): string | null {
  if (name === 'vault.key') return join(dataDir, name)
  if (!name.startsWith('files/')) return null
  const path = normalize(name.slice('files/'.length))
  return path.startsWith('..') || path.startsWith('/') ? null : join(dataDir, path)
}

async function restoreFiles(file: string, dataDir: string, onProgress: OnProgress): Promise<number> {
  let done = 0
  await readArchive(file, async (name, content) => {
    const place = placeOf(name, dataDir)
    if (!place) return drain(content)
    onProgress({ what: name, done: done++, total: 0 })
    await mkdir(dirname(place), { recursive: true, mode: 0o700 })
    await pipeline(content, createWriteStream(place, { mode: 0o600, flags: 'wx', flush: true }))
  })
  return done
}

/** Puts the config file of the backup into its place, if there is none. */
async function restoreConfig(file: string, configFile: string): Promise<void> {
  if (existsSync(configFile)) return
  await mkdir(dirname(configFile), { recursive: true })
  await readArchive(file, async (name, content) =>
    name === 'config.json'
      ? pipeline(content, createWriteStream(configFile, { mode: 0o600, flags: 'wx', flush: true }))
      : drain(content),
  )
}

/**
 * Restores a backup into an empty data folder and an empty database. Checks the whole archive before it
 * writes anything. The config is the one of the target; if there is no such file, it comes from the backup.
 * @throws StartError if the backup is damaged or newer, or if the target is not empty
 */
export async function restore(
  options: BootOptions & { configFile: string },
  file: string,
  onProgress: OnProgress = () => undefined,
): Promise<Manifest> {
  if (!existsSync(file)) throw new StartError(`there is no file ${file}`)
  const manifest = await verify(file, onProgress)
  await restoreConfig(file, options.configFile)
  const { data_dir: dataDir } = beginStart({ ...options, mode: 'command' }).config
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new StartError(`the data folder ${dataDir} is not empty: restore into an empty one`)
  await maintain(options, async opened => {
    const client = await connectOnce(opened.database.url, 10_000, 'linecard restore', 0)
    try {
      await assertEmpty(client)
      await migrateAs(manifest, opened)
      await restoreTables(client, file, manifest, onProgress)
      await restoreFiles(file, dataDir, onProgress)
    } finally {
      await client.end().catch(() => undefined)
    }
  })
  return manifest
}
