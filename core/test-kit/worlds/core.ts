import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { boot, type BootOptions, type Running } from '@linecard/kernel'
import { createDatabase, type TestDatabase } from './database.ts'
import { coreTables } from './migrated.ts'

export interface Answer {
  status: number
  body: {
    statusCode: number
    meta: unknown
    data: never
    error?: { type: string; code: string; description: string; details: { path: string; message: string }[] }
  }
  headers: Headers
  text: string
}

export interface World extends Running {
  /** Runs SQL on the installation's own database. */
  sql<T extends object>(text: string, values?: unknown[]): Promise<T[]>
  /** A request over the socket. `key` null: without one. */
  http(method: string, path: string, body?: unknown, key?: string | null): Promise<Answer>
  /** Key of the first owner. */
  admin: string
  databaseUrl: string
  /** Config file of this installation, for child processes. */
  configFile: string
  /** Lines of the log so far. */
  log: string[]
  /**
   * Another process of this installation: a kernel of its own on the same database and secrets. Stop it
   * before this one.
   */
  another(options?: WorldOptions): Promise<World>
}

type WorldOptions = Omit<BootOptions, 'config'> & {
  settings?: Record<string, Record<string, unknown>>
  http?: Record<string, unknown>
}

export const adminPassword = 'first-owner-password'

/** The core on a database and a data folder of its own, on a free port. */
export async function makeWorld(options: WorldOptions = {}): Promise<World> {
  const database = await createDatabase(options.core ? undefined : coreTables)
  const dir = mkdtempSync(join(tmpdir(), 'linecard-test-'))
  process.env['LINECARD_ADMIN_PASSWORD'] = adminPassword
  const drop = async () => {
    await database.drop()
    rmSync(dir, { recursive: true, force: true })
  }
  try {
    return await bootWorld(database, dir, options, drop)
  } catch (error) {
    await drop()
    throw error
  }
}

/** Other files use the same server at the same time: its connections may all be taken for a moment. */
async function bootInTurn(options: BootOptions, tries = 10): ReturnType<typeof boot> {
  try {
    return await boot(options)
  } catch (error) {
    if (tries <= 1 || !/too many clients/.test(String(error))) throw error
  }
  await sleep(3000)
  return bootInTurn(options, tries - 1)
}

async function bootWorld(
  database: TestDatabase,
  dir: string,
  options: WorldOptions,
  drop: () => Promise<void>,
): Promise<World> {
  const { url, admin: client } = database
  const { settings = {}, http = {}, ...more } = options
  const log: string[] = []
  const configFile = join(dir, 'linecard.json')
  writeFileSync(configFile, JSON.stringify({ data_dir: dir, database: { url } }))
  const running = await bootInTurn({
    env: {},
    logTo: {
      write: (line: string) => {
        log.push(line)
      },
    },
    ...more,
    config: {
      data_dir: dir,
      http: { port: 0, ...http },
      database: { url },
      log: { level: 'info' },
      settings: {
        equipment: { allow_loopback: true, ...settings['equipment'] },
        ...settings,
        system: { new_version_check: false, ...settings['system'] },
      },
    },
  })

  const world: World = {
    ...running,
    log,
    admin: '',
    databaseUrl: url,
    configFile,
    another: (others = {}) => bootWorld(database, dir, others, async () => {}),
    sql: async <T extends object>(text: string, values: unknown[] = []) =>
      (await client.query(text, values)).rows as T[],
    async http(method, path, body, key = world.admin) {
      const response = await fetch(`${running.url}/api/v1${path}`, {
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key ? { 'x-auth-key': key } : {}),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      const json = /[/+]json/.test(response.headers.get('content-type') ?? '')
      return {
        status: response.status,
        headers: response.headers,
        text,
        body: (json ? JSON.parse(text) : null) as Answer['body'],
      }
    },
    async stop() {
      await running.stop()
      await drop()
    },
  }
  const signedIn = await world.http('POST', '/auth', { login: 'admin', password: adminPassword }, null)
  if (signedIn.status !== 200) {
    await running.stop()
    throw new Error(`cannot sign in: ${signedIn.text}\n${log.join('')}`)
  }
  world.admin = (signedIn.body.data as { key: string }).key
  return world
}
