import { Type as T } from 'typebox'
import { bestOf, definePlugin, type PlaceHit, type SearchHit } from '@linecard/plugin-kit'
import { assert, suite } from '@linecard/test-kit'
import { add, keyOf, names, seek, startWorld, type World } from './world.ts'

const test = suite('portal: hits of other plugins')
const bare = { text: '', status: null, device: null, interface: null }

/** A plugin with objects of its own in its own table. */
const cabinets = definePlugin({
  id: 'cabinets',
  api: 1,
  requires: ['inventory'],
  config: T.Object({}),
  permissions: { cabinets_view: { label: 'Cabinets', description: 'See cabinets', group: 'Devices' } },
  migrations: [
    {
      name: 'cabinets/0001_cabinet',
      up: `create table cabinets_cabinet (id integer primary key, name text not null); insert into cabinets_cabinet values (1, 'olt-zq81'), (2, 'zq81'), (3, 'other')`,
      down: 'drop table cabinets_cabinet',
    },
  ],
  setup: ctx => ctx,
  search: {
    cabinet: {
      label: 'Cabinets',
      permission: 'cabinets_view',
      async find(ctx, { text }, { limit }) {
        const rows = await ctx
          .em()
          .execute<{ id: number; name: string }[]>(
            'select id, name from cabinets_cabinet where strpos(name, lower(?)) > 0 order by id limit ?',
            [text, limit],
          )
        return rows.flatMap((row): SearchHit[] => {
          const match = bestOf({ name: row.name }, text)
          return match ? [{ ...bare, id: row.id, title: row.name, ...match, coordinates: null }] : []
        })
      },
    },
  },
  places: {
    cabinet: {
      label: 'Cabinets',
      near: async (_ctx, { lat, lon }): Promise<PlaceHit[]> => [
        { ...bare, id: 1, title: 'zq81', coordinates: { lat, lon }, distance_m: 12.34 },
      ],
    },
  },
})

let mood: 'good' | 'throws' | 'sleeps' | 'nonsense' | 'flood' = 'good'
let heard = 0
const moody = definePlugin({
  id: 'moody',
  api: 1,
  config: T.Object({}),
  setup: () => ({}),
  search: {
    moody: {
      label: 'Moods',
      async find(_ctx, { text }, { signal }) {
        if (mood === 'throws') throw new Error('out of sorts')
        if (mood === 'nonsense') return [{ id: 'one', title: 7 }] as never
        if (mood === 'sleeps')
          await new Promise(resolve => {
            signal.addEventListener('abort', () => {
              heard++
            })
            setTimeout(resolve, 30_000).unref()
          })
        const hit = {
          ...bare,
          id: 1,
          title: `mood ${text}`,
          matched: { field: 'name', value: text },
          rank: 0.9,
          coordinates: null,
        }
        return mood === 'flood' ? Array.from({ length: 5_000 }, (_, id) => ({ ...hit, id })) : [hit]
      },
    },
  },
})

let world!: World
test.before(async () => {
  world = await startWorld([cabinets, moody], { portal: { source_timeout_ms: 5_000 } })
  await add(world, '/device', { ip: '10.8.0.1', name: 'zq81-device', enabled: false })
})
test.after(() => world?.stop())

test('objects of two plugins are ranked together with the others', async () => {
  mood = 'good'
  const found = await seek(world, 'zq81')
  assert.equal(names(found), ['cabinet zq81', 'moody mood zq81', 'device zq81-device', 'cabinet olt-zq81'])
  assert.equal(found.meta.types, { onu: 0, interface: 0, device: 1, client_mac: 0, cabinet: 2, moody: 1 })
  assert.equal(names(await seek(world, 'zq81', { types: 'cabinet' })), ['cabinet zq81', 'cabinet olt-zq81'])
  const { body } = await world.http('GET', '/portal/nearest-elements?lat=1&lon=2&type=cabinet')
  const [near] = body.data as { type: string; distance: number }[]
  assert.equal([near!.type, near!.distance], ['cabinet', 12.3])
})

test('a source that throws, hangs or gives invalid hits is named and logged, and the other hits are there', async () => {
  for (const [next, reason] of [
    ['throws', 'failed'],
    ['nonsense', 'failed'],
    ['sleeps', 'timeout'],
  ] as const) {
    mood = next
    const found = await seek(world, 'zq81')
    assert.equal([found.status, found.meta.failed], [200, [{ type: 'moody', label: 'Moods', reason }]], next)
    assert.ok(names(found).includes('cabinet zq81'))
    assert.not.ok('moody' in found.meta.types, 'an unknown is not an empty list')
    assert.ok(
      world.log.some(
        line =>
          line.includes('a source of hits did not answer') &&
          line.includes('"moody"') &&
          line.includes(reason),
      ),
      next,
    )
  }
  assert.is(heard, 1)
  mood = 'throws'
  const alone = await seek(world, 'zq81', { types: 'moody' })
  assert.equal([alone.status, alone.code], [503, 'PORTAL_SOURCES_FAILED'])
})

test('a source that gives more hits than requested does not displace the others', async () => {
  mood = 'flood'
  const { hits, meta } = await seek(world, 'zq81', { limit: '10' })
  assert.is(hits.length, 10)
  assert.equal([hits[0]!.type, meta.types['moody']], ['cabinet', 9])
})

test('a source with a permission is not asked for callers without it, and they do not see its types', async () => {
  mood = 'good'
  const key = await keyOf(world, ['global_search', 'device_show'], [])
  const found = await seek(world, 'zq81', {}, key)
  assert.equal(Object.keys(found.meta.types).toSorted(), [
    'client_mac',
    'device',
    'interface',
    'moody',
    'onu',
  ])
  const refused = await seek(world, 'zq81', { types: 'cabinet' }, key)
  assert.equal(
    [refused.status, refused.code, refused.text.includes('onu, interface, device, client_mac, moody')],
    [400, 'PORTAL_TYPE_UNKNOWN', true],
  )
})

test('the hits of a plugin disappear when it is switched off, and return when it is switched on', async () => {
  mood = 'good'
  const turn = (enabled: boolean) => world.http('PUT', '/system-components/cabinets', { enabled })
  assert.is((await turn(false)).status, 200)
  assert.equal(names(await seek(world, 'zq81')), ['moody mood zq81', 'device zq81-device'])
  assert.is((await seek(world, 'zq81', { types: 'cabinet' })).status, 400)
  assert.is((await turn(true)).status, 200)
  assert.ok(names(await seek(world, 'zq81')).includes('cabinet zq81'))
})
