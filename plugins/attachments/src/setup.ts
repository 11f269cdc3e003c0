import { privateFolder, type Context } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { Config } from './config.ts'
import { tables } from './tables.ts'
import { arrivingOf, filesOf, folderOf } from './folder.ts'
import { createGauges, type Gauges } from './metrics.ts'
import { storageOf, type Storage } from './storage/index.ts'

/** What all slots of this plugin get. */
export interface Attachments {
  ctx: Context<Config>
  /** The storage that the settings name now. */
  storage(): Storage
  gauges: Gauges
}

/**
 * Files and uploads may hold anything. A folder that an operator chose outside of the data folder is closed
 * too.
 */
async function closeFolders(ctx: Context<Config>): Promise<void> {
  for (const path of [filesOf(folderOf(ctx)), arrivingOf(folderOf(ctx))])
    await privateFolder(path, ctx.log).catch((error: unknown) =>
      ctx.log.warn({ err: error, folder: path }, 'a folder cannot be closed to other users'),
    )
}

/** @throws Error if the settings of the storage are incomplete */
export async function setup(ctx: Context<Config>): Promise<Attachments> {
  const storage = storageOf(ctx)
  await closeFolders(ctx)
  ctx.use('interfaces').writtenBy(ctx.id, async (em, ids) => {
    const { rows } = await sql<{ id: number }>`
      select distinct interface_id as id from attachments_file
      where interface_id = any (${[...ids]}::int[])`.execute(tables(em))
    return rows.map(({ id }) => id)
  })
  return { ctx, storage, gauges: createGauges(ctx) }
}
