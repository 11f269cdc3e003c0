import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Type as T } from 'typebox'
import { ApiError, definePlugin, type Caller, type Plugin } from '@linecard/plugin-kit'
import { connectOnce } from '../../src/database/pg.ts'
import { boot, type BootOptions, type Running } from '../../src/index.ts'

const server = 'postgres://postgres@127.0.0.1:5432'

/** A new database for one test file. */
export async function makeDatabase(): Promise<{
  url: string
  drop(): Promise<void>
  query(sql: string): Promise<unknown[]>
}> {
  const name = `kernel_${process.pid}_${Math.random().toString(36).slice(2, 8)}`
  const run = async (database: string, sql: string): Promise<unknown[]> => {
    const client = await connectOnce(`${server}/${database}`)
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }
  await run('postgres', `create database ${name}`)
  return {
    url: `${server}/${name}`,
    query: sql => run(name, sql),
    drop: async () => {
      await run('postgres', `drop database if exists ${name} with (force)`)
    },
  }
}

const callerOf = (userId: number, permissions: string[]): Caller => ({
  userId,
  login: `user${userId}`,
  permissions: new Set(permissions),
  groupIds: null,
  sessionId: null,
})
export const keys: Readonly<Record<string, Caller>> = {
  'key-of-all': callerOf(1, ['thing_show', 'thing_edit', 'system_status']),
  'key-of-reader': callerOf(2, ['thing_show']),
  'key-of-other': callerOf(3, ['thing_show', 'thing_edit']),
}

/** Replaces identity: three fixed keys. */
export const access = definePlugin({
  id: 'access',
  api: 1,
  config: T.Object({}),
  permissions: {
    thing_show: { label: 'See', description: 'See things', group: 'Things' },
    thing_edit: { label: 'Edit', description: 'Edit things', group: 'Things' },
  },
  setup(ctx) {
    ctx.provide('auth', {
      async authenticate({ key }) {
        if (key === 'key-that-is-blocked')
          throw new ApiError('TOO_MANY_REQUESTS', 'BLOCKED', 'Wait', { retryAfterSec: 7 })
        return key ? (keys[key] ?? null) : null
      },
      confirm: async () => {},
      system: () => callerOf(-1, ['thing_show', 'thing_edit', 'system_status']),
      issueKey: () => {
        throw new ApiError('NOT_SUPPORTED', 'NO_KEYS', 'fixed keys only')
      },
    })
  },
})

/** Starts a kernel on a free port, without the core. By default it writes no log. */
export const start = (
  url: string,
  plugins: readonly Plugin[],
  more: Omit<BootOptions, 'config'> & { config?: Record<string, unknown> } = {},
): Promise<Running> =>
  boot({
    core: [],
    env: {},
    ...more,
    plugins: [access, ...plugins],
    config: {
      data_dir: join(tmpdir(), `linecard-kernel-${process.pid}`),
      http: { port: 0 },
      database: { url },
      log: { level: process.env['LOG'] ?? 'silent' },
      ...more.config,
    },
  })
