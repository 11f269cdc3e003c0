import { closedObject, definePlugin, Id, nullable, text, Time, type Action } from '@linecard/plugin-kit'
import { defineEntity, filter, listRoute, p, resource } from '@linecard/plugin-kit/resource'
import { sql } from '@linecard/plugin-kit/sql'
import { ApiError } from '@linecard/plugin-kit'
import { assert, suite } from '@linecard/test-kit'
import { Type as T } from 'typebox'
import type { Running } from '../src/index.ts'
import { makeDatabase, start } from './support/world.ts'

/** A shelf as the API shows it, with what only its table knows beside it. */
const Shelf = defineEntity({
  name: 'StoreShelf',
  tableName: 'store_shelf',
  properties: {
    id: p.integer().primary(),
    name: p.text(),
    marks: p.json<string[]>().onCreate(() => []),
    owner: p.integer(),
    /** How often it got another name. */
    renamed: p.integer(),
    seal: p.text().nullable().hidden(),
    boxes: p
      .formula<number>(shelf => `(select count(*)::int from store_box b where b.shelf_id = ${shelf}.id)`)
      .type('integer'),
    created_at: p.datetime(3).onCreate(() => new Date()),
    updated_at: p
      .datetime(3)
      .onCreate(() => new Date())
      .onUpdate(() => new Date()),
  },
})
const ShelfView = closedObject(
  {
    id: Id,
    name: T.String(),
    marks: T.Array(T.String()),
    boxes: T.Integer(),
    created_at: Time,
    updated_at: Time,
  },
  { $id: 'store.Shelf' },
)
const ShelfBody = closedObject({
  id: T.Optional(Id),
  name: text(20, { minLength: 1 }),
  marks: T.Optional(T.Array(T.String())),
  seal: T.Optional(T.String({ writeOnly: true })),
})
const unknown = (id: number) => new ApiError('RESOURCE_NOT_FOUND', 'STORE_UNKNOWN', `There is no shelf ${id}`)

const actions: Action[] = []
const store = definePlugin({
  id: 'store',
  api: 1,
  config: T.Object({}),
  entities: [Shelf],
  schemas: [ShelfView],
  migrations: [
    {
      name: 'store/0001_shelves',
      up: `
        create table store_shelf (
          id integer primary key generated always as identity, name text not null unique, marks jsonb not null,
          owner integer not null, renamed integer not null, seal text, created_at timestamptz(3) not null,
          updated_at timestamptz(3) not null);
        create table store_box (shelf_id integer not null references store_shelf, size integer not null);`,
      down: 'drop table store_box, store_shelf',
    },
  ],
  setup(ctx) {
    ctx.events.on('kernel.action', action => {
      actions.push(action as Action)
    })
    return ctx
  },
  routes(routes, ctx) {
    resource(ctx, {
      entity: Shelf,
      path: '/shelves',
      name: 'store.shelf',
      tag: 'store',
      scope: 'user',
      permission: { read: 'thing_show', write: 'thing_edit' },
      view: ShelfView,
      body: ShelfBody,
      list: {
        search: { in: ['name'], description: 'Part of the name' },
        filters: { name: T.String(), min_boxes: filter(T.Integer(), value => sql`r.boxes >= ${value}`) },
        sort: { name: 'name', boxes: 'boxes', made: 'created_at' },
        order: '-name',
        cap: 4,
        standard: 3,
      },
      visible: ({ userId }) => sql`r.owner in (0, ${userId})`,
      unknown,
      taken: ({ name }) => new ApiError('CONFLICT', 'STORE_TAKEN', `${name} is taken`),
      used: async id => new ApiError('CONFLICT', 'STORE_USED', `${id} has boxes`),
      write: ({ name }, { caller, before }) =>
        before
          ? { renamed: name === undefined || name === before.name ? undefined : before.renamed + 1 }
          : { owner: caller.userId, renamed: 0 },
      shown: async rows => rows as never,
      told: {
        list: { summary: 'Shelves', description: 'All.' },
        one: { summary: 'A shelf', description: 'One.' },
        create: { summary: 'Adds a shelf', description: 'One.' },
        update: { summary: 'Changes a shelf', description: 'One.' },
        delete: { summary: 'Removes a shelf', description: 'One.' },
      },
    }).declare(routes)
    listRoute(routes, ctx, {
      path: '/sizes/:shelf',
      operationId: 'store.sizes.list',
      tag: 'store',
      scope: 'all',
      permission: 'thing_show',
      summary: 'Sizes of boxes',
      description: 'Of a shelf.',
      params: closedObject({ shelf: Id }),
      view: closedObject({ size: T.Integer(), boxes: T.Integer() }),
      sort: ['boxes'],
      key: 'size',
      cap: 100,
      rows: ({ em, params: { shelf } }) =>
        em
          .getKysely<{ store_box: { shelf_id: number; size: number } }>()
          .selectFrom('store_box')
          .where('shelf_id', '=', shelf)
          .groupBy('size')
          .select(['size', sql<number>`count(*)::int`.as('boxes')]),
    })
    listRoute(routes, ctx, {
      path: '/seals',
      operationId: 'store.seals.list',
      tag: 'store',
      scope: 'all',
      permission: 'thing_show',
      summary: 'Seals',
      description: 'Counted up to two.',
      view: closedObject({ id: Id, name: T.String(), seal: nullable(T.String()) }),
      filters: { name: T.String() },
      sort: ['seal'],
      order: '-id',
      nullsLast: true,
      cap: 100,
      counted: 2,
      reach: 3,
      rows: ({ em }) =>
        em
          .getKysely<{ store_shelf: { id: number; name: string; seal: string | null } }>()
          .selectFrom('store_shelf')
          .select(['id', 'name', 'seal']),
    })
  },
})

const kit = suite('a resource declared once')
/** Each test begins with empty tables. */
const test = (name: string, work: () => Promise<void>) =>
  kit(name, async () => {
    await db.query('truncate store_shelf, store_box restart identity')
    actions.length = 0
    await work()
  })
let db: Awaited<ReturnType<typeof makeDatabase>>
let run: Running
kit.before(async () => {
  db = await makeDatabase()
  run = await start(db.url, [store])
})
kit.after(async () => {
  await run?.stop()
  await db?.drop()
})

interface Answer {
  status: number
  etag: string | null
  body: { data: never; meta: { total: number; limit: number; offset: number }; error?: { code: string } }
}
const ask = async (
  method: string,
  path: string,
  { body, key = 'key-of-all', headers = {} }: { body?: unknown; key?: string; headers?: object } = {},
): Promise<Answer> => {
  const answer = await fetch(`${run.url}/api/v1${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      'x-auth-key': key,
      ...headers,
    },
  })
  return {
    status: answer.status,
    etag: answer.headers.get('etag'),
    body: (await answer.json()) as Answer['body'],
  }
}
interface View {
  id: number
  name: string
  marks: string[]
  boxes: number
  updated_at: string
}
const add = async (name: string, more: object = {}, key = 'key-of-all'): Promise<View> => {
  const { status, body } = await ask('POST', '/shelves', { body: { name, ...more }, key })
  assert.is(status, 201)
  return body.data
}
const names = async (query: string, key = 'key-of-all'): Promise<[string[], number]> => {
  const { body } = await ask('GET', `/shelves?${query}`, { key })
  return [(body.data as View[]).map(({ name }) => name), body.meta.total]
}

test('pages end where the rows end, and the total counts what fits, also beyond the last page', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e']) await add(name)
  assert.equal(await names(''), [['e', 'd', 'c'], 5])
  assert.equal(await names('limit=100'), [['e', 'd', 'c', 'b'], 5])
  assert.equal(await names('limit=3&offset=3'), [['b', 'a'], 5])
  assert.equal(await names('offset=9'), [[], 5])
  assert.equal(await names('limit=0'), [[], 5])
  assert.equal(await names('query=c'), [['c'], 1])
  assert.equal(await names('query=%25'), [[], 0])
})

test('a list is sorted by its fields and then by its key; another field is refused by name', async () => {
  const [b, a] = [await add('b'), await add('a')]
  await add('c')
  await db.query(`insert into store_box select s, 7 from unnest(array[${a.id}, ${b.id}, ${b.id}]) s`)
  assert.equal(await names('sort=-boxes'), [['b', 'a', 'c'], 3])
  assert.equal(await names('sort=made,name'), [['b', 'a', 'c'], 3])
  assert.equal(await names('min_boxes=1&sort=name'), [['a', 'b'], 2])
  assert.equal(await names('name=a'), [['a'], 1])
  // A changed row lies behind the others in its table.
  await add('d')
  await ask('PUT', '/shelves/3', { body: { marks: ['x'] } })
  assert.equal(await names('sort=boxes&limit=2'), [['c', 'd'], 4])
  const { status, body } = await ask('GET', '/shelves?sort=owner')
  assert.equal([status, body.error?.code], [400, 'SORT_UNKNOWN'])
  const sizes = await ask('GET', `/sizes/${b.id}?sort=boxes`)
  assert.equal([sizes.body.data, sizes.body.meta.total], [[{ size: 7, boxes: 2 }], 1])
})

test('a large list is counted up to a number, ends at its reach and has rows without a value last', async () => {
  for (const [name, seal] of Object.entries({ a: 'x', b: null, c: 'y', d: null, e: 'x' }))
    await add(name, seal === null ? {} : { seal })
  const seals = async (query: string) => {
    const { data, meta } = (await ask('GET', `/seals?${query}`)).body
    return [(data as View[]).map(({ id }) => id).join(), meta]
  }
  const rest = { limit: 100, offset: 0 }
  assert.equal(await seals(''), ['5,4,3,2,1', { total: 2, total_exact: false, ...rest }])
  assert.equal(await seals('sort=-seal'), ['3,1,5,2,4', { total: 2, total_exact: false, ...rest }])
  assert.equal(await seals('name=a'), ['1', { total: 1, total_exact: true, ...rest }])
  assert.equal(await seals('name=a&limit=0'), ['', { total: 1, total_exact: true, limit: 0, offset: 0 }])
  const page = { total: 2, total_exact: false, limit: 1 }
  assert.equal(await seals('limit=1&offset=3'), ['2', { ...page, offset: 3 }])
  assert.equal(await seals('limit=1&offset=4'), ['', { ...page, offset: 4 }])
  assert.is((await ask('GET', '/seals?sort=id')).body.error?.code, 'SORT_UNKNOWN')
})

test('a row of somebody else is unknown to list, reading, change and removal', async () => {
  const { id } = await add('mine')
  assert.equal(await names('', 'key-of-other'), [[], 0])
  for (const [method, body] of [['GET'], ['PUT', { name: 'theirs' }], ['DELETE']] as const) {
    const answer = await ask(method, `/shelves/${id}`, { ...(body ? { body } : {}), key: 'key-of-other' })
    assert.equal([answer.status, answer.body.error?.code], [404, 'STORE_UNKNOWN'], method)
  }
  assert.equal(await names(''), [['mine'], 1])
})

test('a member that is left out keeps its value, a key in the body moves nothing, a hidden column is not read', async () => {
  const made = await add('a', { marks: ['x'], seal: 'whole', id: 77 })
  assert.equal(
    [made.id, made.marks, made.boxes, 'seal' in made, 'owner' in made],
    [1, ['x'], 0, false, false],
  )
  const { body } = await ask('PUT', `/shelves/${made.id}`, { body: { name: 'b', id: 78 } })
  assert.equal([(body.data as View).id, (body.data as View).name, (body.data as View).marks], [1, 'b', ['x']])
  assert.equal(await db.query('select id, name, seal, owner from store_shelf'), [
    { id: 1, name: 'b', seal: 'whole', owner: 1 },
  ])
})

test('a change that changes nothing writes nothing; the record of another one has the columns before and now', async () => {
  const made = await add('a', { marks: ['x'], seal: 'whole' })
  const same = await ask('PUT', `/shelves/${made.id}`, { body: { name: 'a', marks: ['x'] } })
  assert.equal((same.body.data as View).updated_at, made.updated_at)
  await ask('PUT', `/shelves/${made.id}`, { body: { name: 'a', marks: ['x', 'y'] } })
  await ask('PUT', `/shelves/${made.id}`, { body: { seal: 'other' } })
  await ask('DELETE', `/shelves/${made.id}`)
  const notes = actions.map(({ operation_id, note }) => [operation_id, note.meta])
  assert.equal(notes.slice(0, 3), [
    ['store.shelf.create', {}],
    ['store.shelf.update', { before: {}, now: {} }],
    ['store.shelf.update', { before: { marks: ['x'] }, now: { marks: ['x', 'y'] } }],
  ])
  assert.equal(notes[3]?.[1], { before: { seal: '***' }, now: { seal: '***' } })
  const removed = notes[4]?.[1] as { before: View }
  assert.equal([removed.before.marks, 'seal' in removed.before], [['x', 'y'], false])
  assert.equal(await db.query('select * from store_shelf'), [])
})

test('a key that is taken and a row that others need are conflicts in the words of the plugin', async () => {
  const [a] = [await add('a'), await add('b')]
  const code = async (asked: Promise<Answer>) => {
    const { status, body } = await asked
    return [status, body.error?.code]
  }
  assert.equal(await code(ask('POST', '/shelves', { body: { name: 'b' } })), [409, 'STORE_TAKEN'])
  assert.equal(await code(ask('PUT', `/shelves/${a.id}`, { body: { name: 'b' } })), [409, 'STORE_TAKEN'])
  await db.query(`insert into store_box values (${a.id}, 1)`)
  assert.equal(await code(ask('DELETE', `/shelves/${a.id}`)), [409, 'STORE_USED'])
  assert.equal(await names('sort=name'), [['a', 'b'], 2])
})

test('of two changes with one tag one succeeds; changes at once each see the row that the one before has left', async () => {
  const { id } = await add('a')
  const { etag } = await ask('GET', `/shelves/${id}`)
  const headers = { 'if-match': etag! }
  const both = await Promise.all(
    ['b', 'c'].map(name => ask('PUT', `/shelves/${id}`, { body: { name }, headers })),
  )
  assert.equal(both.map(({ status }) => status).toSorted(), [200, 412])
  const changes = ['d', 'e', 'f', 'g', 'h', 'i'].map(name => ({ name }))
  await Promise.all([...changes, { marks: ['z'] }].map(body => ask('PUT', `/shelves/${id}`, { body })))
  assert.equal(await db.query('select marks, renamed from store_shelf'), [{ marks: ['z'], renamed: 7 }])
})
