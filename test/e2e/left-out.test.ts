import { isDeepStrictEqual } from 'node:util'
import { assert, suite } from '@linecard/test-kit'
import { connectOnce } from '../../core/kernel/src/database/pg.ts'
import { writtenOut } from '../contract/same-meaning.ts'
import { servedDocument } from '../support/client.ts'
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
  // What is written once, and what at each place, depends on how many features need it.
  const document = writtenOut(await servedDocument(house.url))
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

/** An operation without the plugins' own parts of the settings: their sections, and the names of their secrets. */
const specWithout = (spec: string, ids: readonly string[]): unknown =>
  JSON.parse(spec, (key, value: unknown) =>
    ids.includes(key) || (value as { writeOnly?: boolean } | null)?.writeOnly ? undefined : value,
  )
const idOf = (packageName: string) => packageName.replace('@linecard/plugin-', '')
const lost = (all: Iterable<string>, rest: { has(key: string): boolean }) =>
  [...all].filter(key => !rest.has(key))

let everything!: Picture
test.before(async () => {
  assert.ok(features.length >= 5, features.join(', '))
  everything = await picture(features)
})

/** Features that cannot be without another one: they are left out with it. */
const needing: Readonly<Record<string, string>> = {
  '@linecard/plugin-notifications': '@linecard/plugin-events',
}
const perInstallation = 5
/** Neighbours in the alphabet are left out by different installations. */
const parts = Object.values(
  Object.groupBy(
    features.filter(name => !needing[name]),
    name => features.indexOf(name) % Math.ceil(features.length / perInstallation),
  ),
).map(part => [...part!, ...features.filter(name => part!.includes(needing[name] ?? ''))])

test('each feature is left out once', () => {
  assert.equal(parts.flat().toSorted(), features.toSorted())
})

for (const left of parts) {
  const ids = left.map(idOf)
  test(`without ${ids.join(', ')}`, async () => {
    const rest = await picture(features.filter(name => !left.includes(name)))
    const ownTable = (name: string) => ids.some(id => name.startsWith(`${id.replaceAll('-', '_')}_`))
    const ownKey = (name: string) => ids.some(id => name.startsWith(`${id}.`))
    const operationIds = (names: Iterable<string>) =>
      [...names].map(
        name => (JSON.parse(everything.operations.get(name)!) as { operationId: string }).operationId,
      )

    const operations = operationIds(lost(everything.operations.keys(), rest.operations))
    for (const id of ids)
      assert.ok(
        operations.some(name => name.startsWith(`${id}.`)),
        `${id} had operations`,
      )
    assert.ok(operations.every(ownKey), operations.join(', '))
    for (const [name, spec] of rest.operations)
      assert.ok(
        isDeepStrictEqual(specWithout(spec, ids), specWithout(everything.operations.get(name)!, ids)),
        `${name} is another one`,
      )
    assert.equal(operationIds(rest.operations.keys()).filter(ownKey), [])

    assert.equal(lost(rest.tables.keys(), everything.tables), [])
    assert.equal([...rest.tables.keys()].filter(ownTable), [])
    const tables = lost(everything.tables.keys(), rest.tables)
    assert.ok(tables.every(ownTable), tables.join(', '))
    for (const [name, made] of rest.tables) assert.is(made, everything.tables.get(name), name)

    assert.equal(lost(rest.settings, everything.settings), [])
    assert.ok(lost(everything.settings, rest.settings).every(ownKey))
    assert.equal([...rest.settings].filter(ownKey), [])
    for (const [key, plugin] of rest.permissions) assert.is(everything.permissions.get(key), plugin, key)
    assert.equal(
      lost(everything.permissions.keys(), rest.permissions).toSorted(),
      [...everything.permissions]
        .filter(([, plugin]) => ids.includes(plugin))
        .map(([key]) => key)
        .toSorted(),
    )
    assert.equal(lost(rest.hits, everything.hits), [])
    assert.equal(lost(everything.hits, rest.hits), ids.includes('interface-marks') ? ['mark'] : [])
    assert.ok(lost(everything.jobs, rest.jobs).every(ownKey))
  })
}
