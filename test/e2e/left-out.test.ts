import { isDeepStrictEqual } from 'node:util'
import { assert, suite } from '@linecard/test-kit'
import { connectOnce } from '../../core/kernel/src/database/pg.ts'
import { documentOf } from '../support/client.ts'
import { features, startInstallation, type Installation } from '../support/installation.ts'

/** A provider may omit any feature plugin. Then no part of it exists, and nothing else changes. */
const test = suite('omitted feature plugins', { level: 'full' })

/** The visible parts of an installation, by their names. */
interface Picture {
  operations: Map<string, string>
  /** Key → plugin. */
  permissions: Map<string, string>
  /** Columns, types and indexes of each table, as text. */
  tables: Map<string, string>
  settings: Set<string>
  jobs: Set<string>
  /** Types of hits of the search. */
  hits: Set<string>
}

const tablesSql = `
  select table_name as name, string_agg(column_name || ' ' || data_type, ', ' order by ordinal_position)
    || coalesce((select '; ' || string_agg(indexdef, '; ' order by indexname) from pg_indexes i where i.schemaname = 'public' and i.tablename = c.table_name), '') as made
  from information_schema.columns c where table_schema = 'public'
    -- Partitions of days come by a job, in one installation sooner than in the other.
    and not (select relispartition from pg_class where oid = format('public.%I', table_name)::regclass)
  group by table_name`

async function pictureOf(house: Installation): Promise<Picture> {
  const document = await documentOf(house.url)
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, spec]) => [`${method} ${path}`, JSON.stringify(spec)] as const),
  )
  const sections =
    await house.admin.get<{ key: string; settings: { key: string }[] }[]>('/system/configuration')
  const jobs = await house.admin.get<{ key: string }[]>('/system-schedule/tasks')
  const installation = house.running.use('installation')
  const client = await connectOnce(house.databaseUrl!)
  try {
    const tables = (await client.query(tablesSql)).rows as { name: string; made: string }[]
    return {
      operations: new Map(operations),
      permissions: new Map(installation.permissions().map(({ key, plugin }) => [key, plugin])),
      tables: new Map(tables.map(({ name, made }) => [name, made])),
      settings: new Set(
        sections.flatMap(({ key, settings }) => settings.map(setting => `${key}.${setting.key}`)),
      ),
      jobs: new Set(jobs.map(({ key }) => key)),
      hits: new Set(
        [...installation.searchSources(), ...installation.placeSources()].map(({ type }) => type),
      ),
    }
  } finally {
    await client.end()
  }
}

async function picture(packages: readonly string[]): Promise<Picture> {
  const house = await startInstallation({ features: packages })
  try {
    return await pictureOf(house)
  } finally {
    await house.stop()
  }
}

/** An operation without the plugin's own part of the settings: its section, and the names of its secrets. */
const specWithout = (spec: string, id: string): unknown =>
  JSON.parse(spec, (key, value: unknown) =>
    key === id || (value as { writeOnly?: boolean } | null)?.writeOnly ? undefined : value,
  )
const idOf = (packageName: string) => packageName.replace('@linecard/plugin-', '')
const lost = (all: Iterable<string>, rest: { has(key: string): boolean }) =>
  [...all].filter(key => !rest.has(key))

let everything!: Picture
test.before(async () => {
  assert.ok(features.length >= 5, features.join(', '))
  everything = await picture(features)
})

/** Features that cannot be without another one: they are left out before it is. */
const needing: Readonly<Record<string, readonly string[]>> = {
  '@linecard/plugin-events': ['@linecard/plugin-notifications'],
}

for (const left of features) {
  const id = idOf(left)
  test(`without ${id}`, async () => {
    const others = features.filter(name => !needing[left]?.includes(name))
    const whole = others.length === features.length ? everything : await picture(others)
    const rest = await picture(others.filter(name => name !== left))
    const own = (name: string) => name.startsWith(`${id.replaceAll('-', '_')}_`)

    const operations = lost(whole.operations.keys(), rest.operations)
    assert.ok(operations.length > 0, 'it had operations')
    assert.ok(
      operations.every(name =>
        (JSON.parse(whole.operations.get(name)!) as { operationId: string }).operationId.startsWith(`${id}.`),
      ),
      operations.join(', '),
    )
    for (const [name, spec] of rest.operations)
      assert.ok(
        isDeepStrictEqual(specWithout(spec, id), specWithout(whole.operations.get(name)!, id)),
        `${name} is another one`,
      )
    const known = [...rest.operations.values()].map(
      spec => (JSON.parse(spec) as { operationId: string }).operationId,
    )
    assert.equal(
      known.filter(operation => operation.startsWith(`${id}.`)),
      [],
    )

    assert.equal(lost(rest.tables.keys(), whole.tables), [])
    assert.equal([...rest.tables.keys()].filter(own), [])
    assert.ok(
      lost(whole.tables.keys(), rest.tables).every(own),
      lost(whole.tables.keys(), rest.tables).join(', '),
    )
    for (const [name, made] of rest.tables) assert.is(made, whole.tables.get(name), name)

    assert.equal(lost(rest.settings, whole.settings), [])
    assert.ok(lost(whole.settings, rest.settings).every(name => name.startsWith(`${id}.`)))
    assert.equal(
      [...rest.settings].filter(name => name.startsWith(`${id}.`)),
      [],
    )
    for (const [key, plugin] of rest.permissions) assert.is(whole.permissions.get(key), plugin, key)
    assert.equal(
      lost(whole.permissions.keys(), rest.permissions).toSorted(),
      [...whole.permissions]
        .filter(([, plugin]) => plugin === id)
        .map(([key]) => key)
        .toSorted(),
    )
    assert.equal(lost(rest.hits, whole.hits), [])
    assert.equal(lost(whole.hits, rest.hits), id === 'interface-marks' ? ['mark'] : [])
    assert.ok(lost(whole.jobs, rest.jobs).every(name => name.startsWith(`${id}.`)))
  })
}
