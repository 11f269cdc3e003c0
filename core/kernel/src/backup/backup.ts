import { createWriteStream, existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { to as copyTo } from 'pg-copy-streams'
import { connectOnce, type PgClient } from '../database/pg.ts'
import { messageOf } from '../log/error.ts'
import { maintain, type Maintained } from '../maintain.ts'
import { StartError } from '../start-error.ts'
import { version, type BootOptions } from '../start.ts'
import { syncFolder, writeArchive, type ArchiveWriter } from './archive.ts'
import { archiveFormat, manifestName, type Manifest, type OnProgress } from './manifest.ts'
import { columnsText, listSequences, listTables, quoted } from './tables.ts'

/** Uploads that are not complete yet. */
const unfinished = /(^|\/)arriving(\/|$)/

/** Files of the plugins below the data folder, by their path in it. */
async function listFiles({ config, components }: Maintained): Promise<string[]> {
  const files: string[] = []
  for (const { key, plugin } of components) {
    const folder = join(config.data_dir, key)
    if (!plugin || !existsSync(folder)) continue
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const path = relative(config.data_dir, join(entry.parentPath, entry.name))
      if (entry.isFile() && !unfinished.test(path)) files.push(path)
    }
  }
  return files.toSorted()
}

/** Copies the tables as they were at one moment, whatever is written meanwhile. */
async function addTables(
  client: PgClient,
  archive: ArchiveWriter,
  spool: string,
  manifest: Manifest,
  onProgress: OnProgress,
): Promise<void> {
  await client.query('begin isolation level repeatable read read only')
  await client.query('set local statement_timeout = 0')
  const applied = await client.query<{ name: string }>('select name from mikro_orm_migrations order by id')
  manifest.migrations = applied.rows.map(({ name }) => name)
  manifest.sequences = await listSequences(client)
  const tables = await listTables(client)
  for (const [done, table] of tables.entries()) {
    onProgress({ what: `table ${table.name}`, done, total: tables.length })
    const file = join(spool, 'table')
    const stream = client.query(
      copyTo(`copy (select ${columnsText(table)} from ${quoted(table.name)}) to stdout`),
    )
    await pipeline(stream, createWriteStream(file, { mode: 0o600 }))
    const name = `tables/${table.name}`
    manifest.checksums[name] = await archive.addFile(name, file)
    manifest.tables.push({ ...table, rows: stream.rowCount })
  }
  await client.query('commit')
}

export interface BackupResult {
  tables: number
  rows: number
  files: number
  /** Files that were removed while the backup ran. */
  vanished: string[]
}

/**
 * Writes a backup of an installation, which may run meanwhile: database, vault key, files of the plugins and
 * config file.
 * @throws StartError if the archive cannot be written; nothing is left under its name then
 */
export const backup = (
  options: BootOptions & { configFile: string },
  file: string,
  onProgress: OnProgress = () => undefined,
): Promise<BackupResult> =>
  maintain(options, async opened => {
    const { config, database, env } = opened
    const target = resolve(file)
    const spool = await mkdtemp(join(dirname(target), '.linecard-backup-')).catch((error: unknown) => {
      throw new StartError(`${target} cannot be written: ${messageOf(error)}`, { cause: error })
    })
    const manifest: Manifest = {
      format: archiveFormat,
      version,
      created_at: new Date().toISOString(),
      migrations: [],
      tables: [],
      sequences: [],
      checksums: {},
    }
    const vanished: string[] = []
    const client = await connectOnce(database.url, 10_000, 'linecard backup', 0)
    try {
      await writeArchive(target, async archive => {
        const add = async (name: string, path: string) => {
          manifest.checksums[name] = await archive.addFile(name, path)
        }
        await add('config.json', options.configFile)
        const key = join(config.data_dir, 'vault.key')
        if (!env['LINECARD_VAULT_KEY'] && existsSync(key)) await add('vault.key', key)
        await addTables(client, archive, spool, manifest, onProgress)
        const files = await listFiles(opened)
        for (const [done, path] of files.entries()) {
          onProgress({ what: path, done, total: files.length })
          if (existsSync(join(config.data_dir, path))) await add(`files/${path}`, join(config.data_dir, path))
          else vanished.push(path)
        }
        await archive.addText(manifestName, JSON.stringify(manifest, null, 2))
      })
      await syncFolder(dirname(target))
    } finally {
      await client.end().catch(() => undefined)
      // A table may still be copied into it: another file there is no failure of its own.
      await rm(spool, { recursive: true, force: true, maxRetries: 5 })
    }
    return {
      tables: manifest.tables.length,
      rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
      files: Object.keys(manifest.checksums).filter(name => name.startsWith('files/')).length,
      vanished,
    }
  })
