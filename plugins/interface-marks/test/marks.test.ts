import { assert, suite } from '@linecard/test-kit'
import { data, idsOf, keyOf, list, path, startWorld, type Marked, type World } from './world.ts'

const house = suite('interface-marks')
/** Each test begins without any mark. */
const test = (name: string, run: () => Promise<void> | void) =>
  house(name, async () => {
    await world.sql('truncate interface_marks_favorite, interface_marks_tag')
    await run()
  })
let world: World
let anna = '',
  boris = '',
  limited = ''
house.before(async () => {
  world = await startWorld({
    'interface-marks': { favorites_per_user: 5, tags_per_interface: 4, different_tags: 12 },
  })
  ;[anna, boris, limited] = [await keyOf(world, []), await keyOf(world, []), await keyOf(world, [71])]
})
house.after(() => world?.stop())

const favorite = (id: number, key = anna, method = 'PUT') =>
  world.http(method, `${path}/favorites/${id}`, undefined, key)
const set = (id: number, body: unknown, key = anna) => world.http('PUT', `${path}/interface/${id}`, body, key)
const get = (id: number, key = anna) =>
  data<Marked>(world.http('GET', `${path}/interface/${id}`, undefined, key))
const code = async (asked: Promise<{ status: number; body: { error?: { code: string } } }>) => {
  const { status, body } = await asked
  return [status, body.error?.code]
}

test('a favourite belongs to one user; setting or removing it twice changes nothing', async () => {
  for (const id of [103, 101]) assert.is((await favorite(id)).status, 200)
  assert.is((await data<Marked>(favorite(101))).favorite, true)
  await favorite(101, boris)
  assert.equal(idsOf(await list(world, 'favorites', anna)), [101, 103])
  assert.equal(idsOf(await list(world, 'favorites', boris)), [101])
  assert.equal(
    [
      (await get(103, boris)).favorite,
      (await get(103, boris)).favorite_users,
      (await get(101)).favorite_users,
    ],
    [false, 1, 2],
  )
  for (const _ of [1, 2]) assert.is((await data<Marked>(favorite(101, anna, 'DELETE'))).favorite, false)
  assert.equal(idsOf(await list(world, 'favorites', anna)), [103])
  assert.equal(idsOf(await list(world, 'favorites', boris)), [101])
})

test('tags are shared and replaced as a whole; a field that is left out keeps its value', async () => {
  const first = await data<Marked>(
    set(101, { favorite: true, tags: ['SwitchUplink', ' key customer ', 'SwitchUplink', 'и\u0306'] }),
  )
  assert.equal([first.favorite, first.device.name], [true, 'olt-ours'])
  assert.equal(new Set(first.tags), new Set(['SwitchUplink', 'key customer', 'й']))
  assert.equal((await get(101, boris)).tags, first.tags)
  assert.equal(
    [(await data<Marked>(set(101, { tags: ['SwitchUplink'] }, boris))).favorite, (await get(101)).favorite],
    [false, true],
  )
  assert.equal((await get(101)).tags, ['SwitchUplink'])
  assert.equal(
    [
      (await data<Marked>(set(101, { favorite: false }))).tags,
      (await data<Marked>(set(101, { tags: [] }))).tags,
    ],
    [['SwitchUplink'], []],
  )
})

test('tags in use are counted, and lead to their interfaces', async () => {
  await set(101, { tags: ['uplink', 'ring'] })
  await set(102, { tags: ['uplink'] })
  await set(201, { tags: ['uplink', 'zone'] })
  const tags = (query: string, key?: string) =>
    data<unknown>(world.http('GET', `${path}/tags?${query}`, undefined, key))
  assert.equal(await tags('sort=-interfaces,tag', anna), [
    { tag: 'uplink', interfaces: 3 },
    { tag: 'ring', interfaces: 1 },
    { tag: 'zone', interfaces: 1 },
  ])
  assert.equal(await tags('query=UPL', anna), [{ tag: 'uplink', interfaces: 3 }])
  assert.equal(idsOf(await list(world, 'tags/uplink', anna)), [101, 102, 201])
  assert.equal(
    (await list(world, 'tags/uplink?query=house 2', anna)).rows.map(row => [row.id, row.tags, row.favorite]),
    [[102, ['uplink'], false]],
  )
  assert.equal(await list(world, 'tags/nobody', anna), { rows: [], total: 0 })
})

test('a tag may contain any visible character, and is found by its path', async () => {
  for (const tag of [
    'a/b',
    '100 %',
    'x?y#z',
    '...',
    '<b>&"\'',
    'вузол',
    '🔧',
    "'; drop table interface_marks_tag; --",
  ]) {
    assert.equal((await data<Marked>(set(101, { tags: [tag] }))).tags, [tag])
    assert.equal(idsOf(await list(world, `tags/${encodeURIComponent(tag)}`, anna)), [101], tag)
  }
})

test('a text that is not visible on one line is not a tag', async () => {
  for (const tag of [
    '',
    '  ',
    'a\u0000b',
    'a\nb',
    '\u202eevil',
    '\u200b',
    'x'.repeat(65),
    '\ud800',
    'a\u2028b',
    '.',
    '..',
  ]) {
    const answer = await set(101, { tags: ['good', tag] })
    assert.is(answer.status, 400, JSON.stringify(tag))
  }
  assert.is((await set(101, { tags: ['x'.repeat(64)] })).status, 200)
  assert.is((await set(101, { tags: 'uplink' })).status, 400)
  assert.is((await set(101, { tags: [17] })).status, 400)
})

test('marks of another group give the same answer as unknown ones, and no count includes them', async () => {
  await set(201, { favorite: true, tags: ['shared', '~q7~'] })
  await set(101, { tags: ['shared'] })
  for (const [method, below] of [
    ['GET', 'interface/#'],
    ['PUT', 'interface/#'],
    ['PUT', 'favorites/#'],
    ['DELETE', 'favorites/#'],
  ] as const) {
    const [hidden, none] = await Promise.all(
      [201, 4711].map(async id => {
        const {
          status,
          body: { error },
        } = await world.http(
          method,
          `${path}/${below.replace('#', String(id))}`,
          below === 'interface/#' && method === 'PUT' ? { tags: ['mine'] } : undefined,
          limited,
        )
        return [status, error?.code, error?.description.replace(String(id), '#'), error?.details]
      }),
    )
    assert.equal(hidden, none, `${method} ${below}`)
    assert.is(hidden![0], 404)
  }
  const told = async (below: string) => {
    const answer = await world.http('GET', `${path}/${below}`, undefined, limited)
    assert.not.match(answer.text, '~q7~')
    return [answer.body.data, (answer.body.meta as unknown as { total: number }).total] as [
      { id: number }[],
      number,
    ]
  }
  assert.equal(await told('tags'), [[{ tag: 'shared', interfaces: 1 }] as never, 1])
  const [rows, total] = await told('tags/shared')
  assert.equal([rows.map(({ id }) => id), total], [[101], 1])
  assert.equal(await told('favorites'), [[], 0])
  assert.equal(await told('tags/shared?device_id=8'), [[], 0])
  const usage = async (key?: string) =>
    (await data<{ counts: Record<string, unknown> }>(world.http('GET', '/system/usage', undefined, key)))
      .counts['interface-marks']
  assert.equal(await usage(await keyOf(world, [71], ['system_info'])), {
    favorites: 0,
    tagged_interfaces: 1,
    tags: 1,
  })
  assert.equal(await usage(), { favorites: 1, tagged_interfaces: 2, tags: 2 })
  assert.equal((await get(201)).tags.length, 2)
})

test('a favourite in a group that the user does not see is hidden, and returns later', async () => {
  await favorite(101, limited)
  await world.sql('update inventory_device set group_id = 72 where id = 7')
  assert.equal(await list(world, 'favorites', limited), { rows: [], total: 0 })
  await world.sql('update inventory_device set group_id = 71 where id = 7')
  assert.equal(idsOf(await list(world, 'favorites', limited)), [101])
})

test('nobody sets a favourite of another user, and unknown fields are refused', async () => {
  for (const body of [
    { user_id: 1, favorite: true },
    { tags: [], interface_id: 201 },
    { favorite_users: 9 },
    { id: 102, tags: [] },
    {},
    [],
    { favorite: 'yes' },
    { favorite: null },
  ]) {
    assert.is((await set(101, body)).status, 400, JSON.stringify(body))
  }
  assert.is((await world.http('PUT', `${path}/favorites/101?user_id=1`, undefined, anna)).status, 400)
  assert.equal(await world.sql('select 1 from interface_marks_favorite'), [])
  assert.is((await set(101, { tags: ['x'] }, await keyOf(world, [], ['device_show']))).status, 403)
})

test('only known fields sort, and a search has no wildcards', async () => {
  for (const [id, tag] of [
    [101, 'a_b'],
    [102, 'a%b'],
    [103, 'a\\b'],
    [104, 'axb'],
  ] as const)
    await set(id, { favorite: true, tags: [tag] })
  const found = async (text: string) =>
    (
      await data<{ tag: string }[]>(
        world.http('GET', `${path}/tags?query=${encodeURIComponent(text)}`, undefined, anna),
      )
    ).map(({ tag }) => tag)
  assert.equal(
    [await found('_'), await found('%'), await found('\\'), await found("'")],
    [['a_b'], ['a%b'], ['a\\b'], []],
  )
  assert.equal(idsOf(await list(world, 'favorites?query=192.0.2.7&sort=-name', anna)), [104, 103, 102, 101])
  assert.equal(idsOf(await list(world, 'favorites?sort=created_at', anna)), [101, 102, 103, 104])
  assert.equal(idsOf(await list(world, 'favorites?query=%25', anna)), [])
  for (const sort of ['user_id', 'name;drop', 'constructor', 'd.name', 'interfaces'])
    assert.equal(
      await code(world.http('GET', `${path}/favorites?sort=${sort}`, undefined, anna)),
      [400, 'SORT_UNKNOWN'],
      sort,
    )
  assert.equal(await code(world.http('GET', `${path}/tags?sort=name`, undefined, anna)), [
    400,
    'SORT_UNKNOWN',
  ])
  assert.is((await world.http('GET', `${path}/favorites?colour=red`, undefined, anna)).status, 400)
})

test('pages at their limits, with rows removed between two requests, have a correct total', async () => {
  for (let id = 101; id <= 105; id++) await favorite(id)
  const page = async (query: string) => {
    const answer = await list(world, `favorites?${query}`, anna)
    return [idsOf(answer), answer.total]
  }
  assert.equal(
    [
      await page('limit=2'),
      await page('limit=2&offset=4'),
      await page('limit=0'),
      await page('offset=1000000000'),
      await page('limit=999999'),
    ],
    [
      [[101, 102], 5],
      [[105], 5],
      [[], 5],
      [[], 5],
      [[101, 102, 103, 104, 105], 5],
    ],
  )
  await world.sql('delete from interface_marks_favorite where interface_id = 101')
  assert.equal(await page('limit=2&offset=2'), [[104, 105], 4])
  for (const query of ['limit=-1', 'offset=-1', 'offset=1000000001', 'limit=x', 'device_id=1e12'])
    assert.is((await world.http('GET', `${path}/favorites?${query}`, undefined, anna)).status, 400, query)
})

test('favourites, tags of an interface and different tags have limits, also with many requests at once', async () => {
  const favorites = await Promise.all(Array.from({ length: 8 }, (_, n) => favorite(101 + n)))
  assert.equal(favorites.map(({ status }) => status).toSorted(), [200, 200, 200, 200, 200, 409, 409, 409])
  assert.equal(
    [(await list(world, 'favorites', anna)).total, await code(favorite(110))],
    [5, [409, 'INTERFACE_MARKS_FAVORITES_FULL']],
  )
  assert.is((await favorite(idsOf(await list(world, 'favorites', anna))[0]!)).status, 200)
  assert.is((await favorite(110, boris)).status, 200)

  assert.equal(await code(set(101, { tags: ['1', '2', '3', '4', '5'] })), [400, 'INTERFACE_MARKS_TAGS_FULL'])
  assert.is((await set(101, { tags: ['1', '2', '3', '4', '4', ' 1 '] })).status, 200)
  await Promise.all(Array.from({ length: 6 }, (_, n) => set(102, { tags: [`a${n}`, `b${n}`, `c${n}`] })))
  assert.is((await get(102)).tags.length, 3)
  const different = await Promise.all(
    Array.from({ length: 6 }, (_, n) => set(103 + n, { tags: [`x${n}`, `y${n}`] })),
  )
  assert.equal(different.map(({ status }) => status).toSorted(), [200, 200, 409, 409, 409, 409])
  assert.equal(
    [
      await code(set(110, { favorite: true, tags: ['new', 'newer'] }, boris)),
      (await set(110, { tags: ['1'] })).status,
    ],
    [[409, 'INTERFACE_MARKS_DIFFERENT_FULL'], 200],
  )
  assert.is((await set(101, { tags: ['new'] })).status, 200)
})

test('marks are deleted with their interface, their device and their user', async () => {
  await world.sql(`insert into inventory_device (id, ip, name, group_id) values (9, '192.0.2.9', 'gone', 71)`)
  await world.sql(
    `insert into inventory_interface (id, device_id, bind_key, name, type) values (301, 9, 1, 'a', 'ETH'), (302, 9, 2, 'b', 'ETH')`,
  )
  const [someone] = await world.sql<{ id: number }>(
    `insert into identity_user (login, name, role_id) values ('someone', '', -1) returning id`,
  )
  for (const id of [101, 301, 302]) await set(id, { favorite: true, tags: ['t'] })
  await world.sql('insert into interface_marks_favorite (user_id, interface_id) values ($1, 101)', [
    someone!.id,
  ])
  assert.is((await get(101)).favorite_users, 2)
  await world.sql('delete from inventory_interface where id = 301')
  assert.equal(idsOf(await list(world, 'tags/t', anna)), [302, 101])
  assert.is((await world.http('DELETE', '/device/9')).status, 200)
  await world.sql('delete from identity_user where id = $1', [someone!.id])
  assert.equal(
    [
      idsOf(await list(world, 'tags/t', anna)),
      idsOf(await list(world, 'favorites', anna)),
      (await get(101)).favorite_users,
    ],
    [[101], [101], 1],
  )
})

test("If-Match prevents two users from overwriting each other's tags", async () => {
  await set(101, { tags: ['a'] })
  const before = (await world.http('GET', `${path}/interface/101`, undefined, anna)).headers.get('etag')!
  await set(101, { tags: ['a', 'b'] }, boris)
  const late = await fetch(`${world.url}/api/v1${path}/interface/101`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'x-auth-key': anna, 'if-match': before },
    body: JSON.stringify({ tags: ['c'] }),
  })
  assert.is(late.status, 412, await late.text())
  assert.equal((await get(101)).tags, ['a', 'b'])
})

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([found]) => found).toSorted()
test('every text of the plugin has Ukrainian and Russian translations with the same placeholders', () => {
  const { en, translations } = world.use('installation').texts()
  const own = Object.keys(en).filter(key => /interface-marks|INTERFACE_MARKS|manage_marks/.test(key))
  assert.ok(own.length > 8, own.join())
  for (const texts of Object.values(translations)) {
    assert.equal(Object.keys(texts).toSorted(), own.toSorted())
    for (const key of own) assert.equal(placeholders(texts[key]!), placeholders(en[key]!), key)
  }
})
