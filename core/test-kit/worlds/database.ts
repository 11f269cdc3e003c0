import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findEmbedded } from '../../kernel/src/database/embedded/index.ts'
import { connectOnce, type PgClient } from '../../kernel/src/database/pg.ts'
import { keptLog } from './log.ts'

/** The server to test with: LINECARD_TEST_POSTGRES, else one at 127.0.0.1:5432, else an embedded one. */
async function server(): Promise<{ url: string; stop(): Promise<void> }> {
  for (const url of [process.env['LINECARD_TEST_POSTGRES'], 'postgres://postgres@127.0.0.1:5432/postgres']) {
    if (!url) continue
    const client = await connectOnce(url, 1_000).catch(() => null)
    if (!client) continue
    await client.end()
    return { url, stop: async () => undefined }
  }
  const folder = await mkdtemp(join(tmpdir(), 'linecard-test-'))
  const embedded = await findEmbedded(folder, keptLog())
  const client = await connectOnce(await embedded.ensure())
  await embedded.enter(client)
  return {
    url: embedded.url(),
    stop: async () => {
      await embedded.leave(client)
      await rm(folder, { recursive: true })
    },
  }
}

export interface TestDatabase {
  url: string
  /** A connection to this database. A query on it may take 15 s. */
  admin: PgClient
  drop(): Promise<void>
}

/** Creates an empty database. */
export async function createDatabase(): Promise<TestDatabase> {
  const { url: home, stop } = await server()
  const name = `linecard_test_${randomBytes(6).toString('hex')}`
  const keeper = await connectOnce(home)
  await keeper.query(`create database ${name}`)
  const url = Object.assign(new URL(home), { pathname: `/${name}` }).href
  const admin = await connectOnce(url)
  return {
    url,
    admin,
    async drop() {
      await admin.end()
      await keeper.query(`drop database ${name} with (force)`)
      await keeper.end()
      await stop()
    },
  }
}
