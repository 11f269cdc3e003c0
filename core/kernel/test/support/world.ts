import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Type as T } from 'typebox'
import { ApiError, definePlugin, type Caller, type Plugin } from '@linecard/plugin-kit'
import { createDatabase } from '@linecard/test-kit/worlds/database'
import { assert } from '@linecard/test-kit'
import { boot, type BootOptions, type Running } from '../../src/index.ts'
import { stopMs } from '../../src/start.ts'

/** A new database for one test file. */
export async function makeDatabase(): Promise<{
  url: string
  drop(): Promise<void>
  query(sql: string): Promise<unknown[]>
}> {
  const { url, admin, drop } = await createDatabase()
  return { url, drop, query: async sql => (await admin.query(sql)).rows }
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

/**
 * Of a stop that is over: its limits were within 10 s. They are what it takes at most, however slow the
 * machine is (`stop-steps.test.ts`: all steps together have `stopMs.all`, and 100 ms each beyond it).
 */
export function stoppedInTime(steps: readonly string[]): void {
  assert.ok(steps.length > 0)
  assert.ok(stopMs.all + 100 * steps.length <= 10_000, `${stopMs.all} ms and ${steps.length} steps`)
}

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
