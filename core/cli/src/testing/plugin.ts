import { readFile } from 'node:fs/promises'
import type { Plugin } from '@linecard/plugin-kit'
import { assert, suite, type Suite } from '@linecard/test-kit'
import { startWorld, type PluginWorld, type WorldOptions } from './world.ts'
import { sql } from '@linecard/plugin-kit/sql'

interface Parameter {
  name: string
  in: string
  required?: boolean
  schema?: { type?: string | string[]; minimum?: number; enum?: unknown[]; format?: string }
}
interface Described {
  operationId: string
  parameters?: Parameter[]
  responses: Record<string, unknown>
  'x-permission': string
}

/** An operation of the plugin, as the OpenAPI document has it. */
interface Operation extends Described {
  method: string
  /** Below `/api/v1`, with samples in place of its parameters. */
  path: string
}

const sampleOf = ({ schema = {} }: Parameter): string => {
  if (schema.enum) return String(schema.enum[0])
  if (schema.format === 'uuid') return '7b0c4a52-3a0e-4f6e-9a3f-2f1d9a705c0e'
  return [schema.type].flat().includes('string') ? 'sample' : String(Math.max(1, schema.minimum ?? 1))
}

const filled = (path: string, parameters: readonly Parameter[]): string => {
  const given = path
    .replace(/^\/api\/v1/, '')
    .replace(/\{(\w+)\}/g, (_, name: string) =>
      sampleOf(parameters.find(one => one.name === name && one.in === 'path') ?? { name, in: 'path' }),
    )
  const needed = parameters.filter(one => one.in === 'query' && one.required)
  const query = new URLSearchParams(needed.map((one): [string, string] => [one.name, sampleOf(one)]))
  return query.size > 0 ? `${given}?${query}` : given
}

/** The operations of a plugin in the document that the service serves. */
async function operationsOf({ running }: PluginWorld, id: string): Promise<Operation[]> {
  const answer = await fetch(`${running.url}/swagger/openapi.json`)
  const { paths, components } = (await answer.json()) as {
    paths: Record<string, Record<string, Described>>
    components: { parameters?: Record<string, Parameter>; schemas: Record<string, Parameter['schema']> }
  }
  const nameIn = (reference: string) => reference.split('/').at(-1)!
  const whole = (one: Parameter & { $ref?: string }): Parameter => {
    const shared = one.$ref ? components.parameters![nameIn(one.$ref)]! : one
    const { $ref } = (shared.schema ?? {}) as { $ref?: string }
    return $ref ? { ...shared, schema: components.schemas[nameIn($ref)] } : shared
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => operation.operationId?.startsWith(`${id}.`))
      .map(([method, operation]) => ({
        ...operation,
        method: method.toUpperCase(),
        path: filled(path, (operation.parameters ?? []).map(whole)),
      })),
  )
}

/** Thrown to take a transaction back. */
const takenBack = new Error('taken back')

/** Runs `down` of all migrations, and takes it back. Returns the tables of the plugin that are left. */
async function tablesLeft({ context }: PluginWorld, { id, migrations = [] }: Plugin): Promise<string[]> {
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

export interface TestPluginOptions extends WorldOptions {
  /** Declares tests of your own on the running service. They run before the service stops. */
  tests?(test: Suite, world: PluginWorld): void
}

/** Longest time of a stop, in ms. */
const stopMs = 10_000

async function checkManifest({ id, api }: Plugin, testUrl: string): Promise<void> {
  const { linecard } = JSON.parse(await readFile(new URL('../package.json', testUrl), 'utf8')) as {
    linecard?: unknown
  }
  assert.equal(linecard, { kind: 'plugin', id, api }, 'the block "linecard" of package.json is another one')
}

async function checkJobs({ running }: PluginWorld, id: string): Promise<void> {
  const jobs = (await running.use('jobs').list()).filter(({ component }) => component === id)
  for (const { key, cron, next_runs: next } of jobs)
    assert.ok(next.length > 0, `${key}: "${cron}" never comes`)
}

/** What callers get who may not call the operation. */
async function checkGuard(world: PluginWorld, operation: Operation, stranger: string): Promise<void> {
  const { method, path, 'x-permission': permission } = operation
  if (permission === 'public') return
  const body = method === 'GET' || method === 'DELETE' ? undefined : {}
  assert.is((await world.call(method, path, body, null)).status, 401, 'without a key')
  if (permission === 'signed-in') return
  assert.is((await world.call(method, path, body, stranger)).status, 403, `without ${permission}`)
}

/** What the owner gets: an answer that the document declares, and no failure of the service. */
async function checkAnswer(world: PluginWorld, { method, path, responses }: Operation): Promise<void> {
  const { status, error } = await world.call(method, path)
  assert.ok(status !== 500, error?.description)
  assert.ok(String(status) in responses, `${status} is not declared: ${error?.description}`)
}

function declare(
  test: Suite,
  plugin: Plugin,
  testUrl: string,
  world: PluginWorld,
  routes: Operation[],
): void {
  const { id } = plugin
  let stranger = ''
  test('package.json says what the code says', () => checkManifest(plugin, testUrl))
  test('its settings have defaults', () => {
    for (const [key, value] of Object.entries(world.context.config as object))
      assert.ok(value !== undefined, `${key} has none`)
  })
  test('its jobs come due', () => checkJobs(world, id))
  test('its metrics and its usage can be collected', async () => {
    assert.is((await world.call('GET', '/../../metrics')).status, 200)
    const usage = await world.running.use('installation').usage(world.running.use('auth').system())
    assert.ok(usage[id] !== null, 'usage throws, see the log')
  })
  for (const operation of routes) {
    const { method, path, operationId } = operation
    test(`${operationId}: nobody calls it without its permission`, async () => {
      stranger ||= await world.person([])
      await checkGuard(world, operation, stranger)
    })
    if (method === 'GET')
      test(`${operationId}: ${path} has a declared answer`, () => checkAnswer(world, operation))
  }
}

/**
 * Declares and runs the tests of a plugin on a service of its own: an embedded database in a temporary
 * folder, the core, the plugins that it requires, and, if asked for, a simulated device. The plugin runs, its
 * manifest agrees with it, its settings have defaults, its jobs come due; every operation is in the document,
 * refuses callers without key (401) and without permission (403), and every GET gives a declared answer; its
 * migrations leave nothing behind; it stops in time. `tests` adds your own.
 *
 * It is for `test/plugin.test.ts` of the package: `await testPlugin(plugin, import.meta.url)`.
 */
export async function testPlugin(
  plugin: Plugin<string, never, never> | Plugin,
  testUrl: string,
  options: TestPluginOptions = {},
): Promise<void> {
  const tested = plugin as Plugin
  const world = await startWorld(tested, testUrl, options).catch((error: Error) => error)
  const routes = world instanceof Error ? [] : await operationsOf(world, tested.id)
  const test = suite(`plugin ${tested.id}`)
  test('it runs', () => {
    if (world instanceof Error) throw world
  })
  if (world instanceof Error) return
  declare(test, tested, testUrl, world, routes)
  options.tests?.(test, world)
  test('its migrations leave nothing behind', async () => assert.equal(await tablesLeft(world, tested), []))
  test('it stops in time', async () => {
    const start = performance.now()
    await world.stop()
    assert.ok(performance.now() - start < stopMs)
  })
  test.after(() => world.stop())
}
