import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from '@linecard/plugin-kit'
import { findEmbedded } from '../../src/database/embedded/index.ts'
import { connectOnce, type PgClient } from '../../src/database/pg.ts'

export interface Line {
  level: string
  fields: object | string
  message?: string
}

/** A logger that keeps its lines. */
export function keptLog(): Logger & { lines: Line[]; text(): string } {
  const lines: Line[] = []
  const at = (level: string) => (fields: object | string, message?: string) => {
    lines.push({ level, fields, message })
  }
  const text = () =>
    lines
      .map(
        ({ level, fields, message }) =>
          `${level} ${typeof fields === 'string' ? fields : JSON.stringify(fields)} ${message ?? ''}`,
      )
      .join('\n')
  return { lines, text, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

/** The error that this work fails with. */
export const failureOf = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => {
      throw new Error('this should have failed')
    },
    (error: unknown) => error as Error,
  )

/**
 * A server to test with: LINECARD_TEST_POSTGRES, the one of this machine, or an embedded one where there is
 * none.
 */
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

/** An empty database of its own, with a connection to look into it. */
export async function scratch(): Promise<{ url: string; admin: PgClient; drop(): Promise<void> }> {
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
