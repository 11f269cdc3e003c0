import { assert, suite, until } from '@linecard/test-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import { add, keyOf } from '@linecard/test-kit/worlds/inventory'
import { templateGroups } from '../src/control/index.ts'
import { notes } from './kind.ts'

/** Templates of device groups: who sees, changes and copies them, and what stays when a group goes. */
const test = suite('templates: device groups', { level: 'full' })
const base = '/component/notes-control'
const nobody = 2_000_000_000

let world: World
let [north, south] = [0, 0]
/** A user of the north, and one of both. */
let [key, wide] = ['', '']
/** Of the user's group, of both groups, of the other one, of no group. */
let own: Stored, shared: Stored, foreign: Stored, open: Stored

interface Stored {
  id: number
  name: string
  group_ids: number[]
  template: string
  version: number
}

const ask = async (method: string, path: string, body?: unknown, as?: string) => {
  const { status, body: told, text } = await world.http(method, `${base}${path}`, body, as)
  return { status, code: told.error?.code ?? null, data: told.data as unknown as Stored, text }
}
const outcome = async (...asked: Parameters<typeof ask>) => {
  const { status, code } = await ask(...asked)
  return [status, code]
}
const made = async (name: string, more: object, as?: string): Promise<Stored> => {
  const { status, data, text } = await ask('POST', '', { name, template: `text of ${name}`, ...more }, as)
  assert.is(status, 201, text)
  return data
}
const names = async (as?: string) =>
  ((await ask('GET', '', undefined, as)).data as unknown as Stored[]).map(({ name }) => name)

test.before(async () => {
  world = await makeWorld({ plugins: [notes], settings: { identity: { rate_limiter_enabled: false } } })
  north = (await add(world, '/device-group', { name: 'north' })).id
  south = (await add(world, '/device-group', { name: 'south' })).id
  key = await keyOf(world, ['notes_edit', 'device_show'], [north])
  wide = await keyOf(world, ['notes_edit', 'device_show'], [north, south])
  own = await made('own', { group_ids: [north] })
  shared = await made('shared', { group_ids: [north, south] })
  foreign = await made('foreign', { group_ids: [south] })
  open = await made('open', {})
})
test.after(() => world?.stop())

/** All that a request may do with one of them, and whether it changes it. */
const uses: readonly (readonly [method: string, path: string, body: object | undefined, changes: boolean])[] =
  [
    ['GET', '/#', undefined, false],
    ['GET', '/#/export', undefined, false],
    ['GET', '/#/versions', undefined, false],
    ['GET', '/#/versions/1', undefined, false],
    ['GET', '/#/diff?from=1', undefined, false],
    ['POST', '/lint', { id: '#' }, false],
    ['POST', '/preview', { id: '#' }, false],
    ['POST', '/#/clone', {}, false],
    ['PUT', '/#', { template: 'changed' }, true],
    ['PUT', '/#', { description: 'mine', group_ids: ['north'] }, true],
    ['POST', '/#/restore', { version: 1 }, true],
    ['DELETE', '/#', undefined, true],
  ]
const asked = (use: (typeof uses)[number], id: number, as: string) => {
  const [method, path, body] = use
  const given = JSON.stringify(body ?? null)
    .replaceAll('"#"', String(id))
    .replaceAll('"north"', String(north))
  return ask(method, path.replace('#', String(id)), JSON.parse(given) ?? undefined, as)
}

test('of another group: unknown; for all or shared: read and copied, not changed; own: all of it', async () => {
  for (const [nth, use] of uses.entries()) {
    const [method, path, , changes] = use
    const cell = `${nth} ${method} ${path}`
    const [there, nowhere] = [await asked(use, foreign.id, key), await asked(use, nobody, key)]
    assert.equal([there.status, there.code], [404, 'TEMPLATE_UNKNOWN'], `${cell} ${there.text}`)
    assert.is(nowhere.code, there.code, cell)
    const [ofAll, ofBoth] = [await asked(use, open.id, key), await asked(use, shared.id, key)]
    if (changes) {
      assert.equal([ofAll.status, ofAll.code], [403, 'LIMITED_TO_GROUPS'], cell)
      assert.equal([ofBoth.status, ofBoth.code], [403, 'TEMPLATE_SHARED'], cell)
    } else {
      for (const read of [ofAll, ofBoth]) {
        assert.ok(read.status < 300, `${cell} ${read.text}`)
        assert.not.ok(hasSouth(read), `${cell} ${read.text}`)
      }
    }
    const mine = await made(`mine ${cell}`, {}, key)
    assert.ok((await asked(use, mine.id, key)).status < 300, cell)
    // Who sees all groups may do all.
    const loose = await made(`loose ${cell}`, { group_ids: [south] })
    assert.ok((await asked(use, loose.id, world.admin)).status < 300, cell)
  }
})

/** Whether an answer names the group that its caller does not see. */
function hasSouth({ text }: { text: string }): boolean {
  const lists = [...text.matchAll(/group_ids\\?":\s*\[([^\]]*)\]/g)].map(([, list]) => list!)
  return lists.some(list =>
    list
      .replaceAll(/\\n|\s/g, '')
      .split(',')
      .includes(String(south)),
  )
}

test('lists have those for all and those of a group of the user', async () => {
  const seen = await names(key)
  assert.equal(
    ['own', 'shared', 'foreign', 'open'].map(name => seen.includes(name)),
    [true, true, false, true],
  )
  const { text, data } = await ask('GET', '?query=foreign', undefined, key)
  assert.equal(data as unknown, [], text)
  assert.match(text, /"total":0/)
  assert.equal((await names()).includes('foreign'), true)
  const row = ((await ask('GET', '?query=shared', undefined, key)).data as unknown as Stored[])[0]!
  assert.equal(row.group_ids, [north], 'only the groups that the user sees')
})

test('a limited author makes those of the own groups, and gives none away', async () => {
  const mine = await made('by default', {}, key)
  assert.equal(mine.group_ids, [north], 'without group_ids: the groups of the author')
  assert.equal((await made('wide', {}, wide)).group_ids, [north, south])
  assert.equal((await made('one of two', { group_ids: [south] }, wide)).group_ids, [south])
  for (const group_ids of [[], null]) {
    assert.equal(await outcome('POST', '', { name: 'x', group_ids }, key), [403, 'LIMITED_TO_GROUPS'])
    assert.equal(await outcome('PUT', `/${mine.id}`, { group_ids }, key), [403, 'LIMITED_TO_GROUPS'])
  }
  for (const group_ids of [[south], [nobody], [north, south]]) {
    const refused = [400, 'TEMPLATE_GROUP_UNKNOWN']
    assert.equal(await outcome('POST', '', { name: 'x', group_ids }, key), refused)
    assert.equal(await outcome('PUT', `/${mine.id}`, { group_ids }, key), refused)
    assert.equal(await outcome('POST', `/${open.id}/clone`, { name: 'x', group_ids }, key), refused)
  }
  assert.equal(await outcome('POST', '', { name: 'x', group_ids: [nobody] }), [400, 'TEMPLATE_GROUP_UNKNOWN'])
  const after = await ask('GET', `/${mine.id}`)
  assert.equal([after.data.group_ids, after.data.version], [[north], 1])
})

test('a copy belongs to the own groups; that of who sees all belongs to those of the original', async () => {
  const copied = async (id: number, as?: string, more: object = {}) =>
    (await ask('POST', `/${id}/clone`, more, as)).data.group_ids
  assert.equal(await copied(open.id, key), [north])
  assert.equal(await copied(shared.id, key), [north])
  assert.equal(await copied(own.id, wide), [north])
  assert.equal(await copied(open.id, wide), [north, south])
  assert.equal(await copied(open.id), [])
  assert.equal(await copied(shared.id), [north, south])
  assert.equal(await copied(shared.id, undefined, { group_ids: null }), [])
  assert.equal(await outcome('POST', `/${open.id}/clone`, { group_ids: [] }, key), [403, 'LIMITED_TO_GROUPS'])
})

test('versions have the groups of their time; those of other groups are unknown; restoring changes no groups', async () => {
  const { id } = await made('wanders', { group_ids: [south], template: 'of the south' })
  await ask('PUT', `/${id}`, { group_ids: [], template: 'for all' })
  await ask('PUT', `/${id}`, { group_ids: [north], template: 'of the north' })
  const versions = async (as?: string) =>
    ((await ask('GET', `/${id}/versions`, undefined, as)).data as unknown as { version: number }[]).map(
      ({ version }) => version,
    )
  assert.equal(await versions(), [3, 2, 1])
  assert.equal(await versions(key), [3, 2])
  const first = (await ask('GET', `/${id}/versions/1`)).data as unknown as { definition: Stored }
  assert.equal(first.definition.group_ids, [south])
  for (const [method, path, body] of [
    ['GET', `/${id}/versions/1`],
    ['GET', `/${id}/diff?from=1`],
    ['GET', `/${id}/diff?from=2&to=1`],
    ['POST', `/${id}/restore`, { version: 1 }],
  ] as const)
    assert.equal(await outcome(method, path, body, key), [404, 'TEMPLATE_VERSION_UNKNOWN'], path)
  const restored = await ask('POST', `/${id}/restore`, { version: 2 }, key)
  assert.equal([restored.data.template, restored.data.group_ids], ['for all', [north]])
  const back = await ask('POST', `/${id}/restore`, { version: 1 })
  assert.equal([back.data.template, back.data.group_ids], ['of the south', [north]])
})

test('an export has the groups that the caller sees, and an import is held to the same rules', async () => {
  const exported = async (id: number, as?: string) =>
    (await ask('GET', `/${id}/export`, undefined, as)).data as unknown as {
      template: Record<string, unknown>
      files: Record<string, string>
    }
  const { template, files } = await exported(shared.id)
  assert.equal(template['group_ids'], [north, south])
  assert.equal((JSON.parse(files['note.json']!) as Stored).group_ids, [north, south])
  assert.equal((await exported(shared.id, key)).template['group_ids'], [north])
  // Whoever imports one for all gets one of the own groups.
  assert.not.ok('group_ids' in (await exported(open.id)).template)

  const importing = async (conflict: string, templates: object[], as?: string) =>
    (await ask('POST', '/import', { conflict, templates }, as)).data as unknown as {
      result: string
      id: number | null
      stored_as: string | null
      error: string | null
    }[]
  const groupsOf = async (id: number | null) => (await ask('GET', `/${id}`)).data.group_ids
  const results = async (conflict: string, templates: object[], as?: string) =>
    (await importing(conflict, templates, as)).map(({ result }) => result)
  // Created: the groups of the file, else the author's.
  const [kept, mine] = await importing('skip', [{ ...template, name: 'i1' }, { name: 'i2' }])
  assert.equal([await groupsOf(kept!.id), await groupsOf(mine!.id)], [[north, south], []])
  const [limited, refused, everybody] = await importing(
    'skip',
    [{ name: 'i3' }, { ...template, name: 'i4' }, { name: 'i5', group_ids: [] }],
    key,
  )
  assert.equal(await groupsOf(limited!.id), [north])
  assert.equal([refused!.result, everybody!.result], ['refused', 'refused'])
  assert.match(refused!.error!, /group/)
  assert.is((await importing('skip', [{ name: 'i6', group_ids: [nobody] }]))[0]!.result, 'refused')
  assert.is((await importing('skip', [{ name: 'i7', group_ids: 'north' }]))[0]!.result, 'refused')
  // Replaced: the groups stay. A file does not open what is closed.
  const closed = await made('closed', { group_ids: [south] })
  const file = { name: 'closed', template: 'new text' }
  assert.equal(await results('replace', [file]), ['replaced'])
  assert.equal(await groupsOf(closed.id), [south])
  assert.equal(await results('replace', [{ ...file, name: 'own', group_ids: [] }], key), ['replaced'])
  assert.equal(await groupsOf(own.id), [north])
  // One of another group tells its name and nothing else; one that is not the user's stays as it is.
  for (const conflict of ['skip', 'replace']) {
    const [row] = await importing(conflict, [{ name: 'foreign', template: 'taken over' }], key)
    assert.equal([row!.result, row!.id, row!.stored_as], ['refused', null, null])
    assert.match(row!.error!, /has the name/)
  }
  assert.equal(await results('replace', [{ name: 'open' }, { name: 'shared' }], key), ['refused', 'refused'])
  assert.equal(await results('rename', [{ name: 'foreign' }], key), ['renamed'])
  assert.is((await ask('GET', `/${foreign.id}`)).data.template, 'text of foreign')
  assert.is((await ask('GET', `/${open.id}`)).data.template, 'text of open')
})

test('what a group leaves behind stays closed', async () => {
  const { id: gone } = await add(world, '/device-group', { name: 'gone' })
  const left = await made('left', { group_ids: [gone] })
  const half = await made('half', { group_ids: [gone, north] })
  const version = await made('version', { group_ids: [gone] })
  await ask('PUT', `/${version.id}`, { group_ids: [north], template: 'later' })
  const his = await keyOf(world, ['notes_edit', 'device_show'], [gone, north])
  assert.is((await world.http('DELETE', `/device-group/${gone}`)).status, 200)
  assert.equal(await outcome('GET', `/${left.id}`, undefined, key), [404, 'TEMPLATE_UNKNOWN'])
  assert.equal((await names(key)).includes('left'), false)
  assert.equal((await ask('GET', `/${left.id}`)).data.group_ids, [gone], 'it does not become one for all')
  assert.equal(await outcome('PUT', `/${half.id}`, { template: 'x' }, key), [403, 'TEMPLATE_SHARED'])
  assert.equal(await outcome('POST', `/${version.id}/restore`, { version: 1 }, key), [
    404,
    'TEMPLATE_VERSION_UNKNOWN',
  ])
  // It is saved as it is; nothing new gets the group.
  assert.equal((await ask('PUT', `/${left.id}`, { group_ids: [gone], template: 'x' })).data.group_ids, [gone])
  assert.equal(await outcome('PUT', `/${own.id}`, { group_ids: [gone] }), [400, 'TEMPLATE_GROUP_UNKNOWN'])
  assert.equal((await ask('POST', `/${left.id}/clone`, {})).data.group_ids, [gone])
  assert.equal((await made('his', {}, his)).group_ids, [north], 'the groups of the author that are there')
  assert.equal((await ask('PUT', `/${left.id}`, { group_ids: [north] })).data.group_ids, [north])
})

test('a group that goes while a template is made leaves one that is closed, never one for all', async () => {
  const { id: gone } = await add(world, '/device-group', { name: 'going' })
  const user = await keyOf(world, ['notes_edit', 'device_show'], [gone])
  // Its removal is under way, and nobody else sees that yet.
  await world.sql('begin')
  await world.sql('delete from inventory_group where id = $1', [gone])
  const raced = [
    await made('raced by default', {}, user),
    await made('raced', { group_ids: [gone] }, user),
    (await ask('POST', `/${open.id}/clone`, { name: 'raced copy' }, user)).data,
  ]
  await world.sql('commit')
  for (const { id, name, group_ids } of raced) {
    assert.equal(group_ids, [gone])
    assert.equal((await ask('GET', `/${id}`)).data.group_ids, [gone])
    assert.not.ok((await names(key)).includes(name))
  }
  // No group of the author is left.
  assert.equal(await outcome('POST', '', { name: 'late' }, user), [403, 'LIMITED_TO_GROUPS'])
  assert.equal(await outcome('POST', '', { name: 'late', group_ids: [gone] }, user), [
    400,
    'TEMPLATE_GROUP_UNKNOWN',
  ])
})

for (const [what, method, path, body] of [
  ['saves', 'PUT', '', { template: 'by the north' }],
  ['restores', 'POST', '/restore', { version: 1 }],
  ['removes', 'DELETE', '', undefined],
] as const)
  test(`who ${what} what is taken from the own groups meanwhile is told that there is none`, async () => {
    const { id } = await made(`contested: ${what}`, { group_ids: [north], template: 'first' })
    await ask('PUT', `/${id}`, { template: 'second' })
    await world.sql('begin')
    await world.sql(
      `update notes_template set definition = definition || '{"group_ids": [${south}]}' where id = $1`,
      [id],
    )
    const late = outcome(method, `/${id}${path}`, body, key)
    await until(
      'it waits',
      async () => (await world.sql('select 1 from pg_locks where not granted')).length > 0 || null,
    )
    await world.sql('commit')
    assert.equal(await late, [404, 'TEMPLATE_UNKNOWN'])
    assert.is((await ask('GET', `/${id}`)).data.template, 'second')
  })

test('templates and versions from before there were groups are for all devices', async () => {
  const { id } = await made('older', {})
  await ask('PUT', `/${id}`, { template: 'newer' })
  const { up, down } = templateGroups('notes', '0002_groups')
  const before = await world.sql('select id, definition from notes_template order by id')
  await world.sql(String(down))
  assert.equal(
    await world.sql(`select 1 from notes_template_version where definition ? 'group_ids'`),
    [],
    'as it was stored before',
  )
  await world.sql(String(up))
  const [stored] = await world.sql<{ definition: object }>(
    'select definition from notes_template where id = $1',
    [id],
  )
  assert.equal(stored!.definition, (before as { id: number; definition: object }[]).at(-1)!.definition)
  assert.equal((await ask('GET', `/${id}`, undefined, key)).data.group_ids, [])
  const first = (await ask('GET', `/${id}/versions/1`, undefined, key)).data as unknown as {
    definition: Stored
  }
  assert.equal([first.definition.group_ids, first.definition.template], [[], 'text of older'])
})
