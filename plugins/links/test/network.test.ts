import { assert, suite } from '@linecard/test-kit'
import { keepLoads } from '../src/load/keep.ts'
import { keepPlaces } from '../src/network/places.ts'
import { dataOf, insertLink, keyOf, path, startNet, type Net } from './world.ts'

const test = suite('links: tree, graph, ways up and loads')
const mega = 125_000
let world: Net
let ours: string
const ids: Record<string, number> = {}

/** 1 is the top; 2 and 3 hang on it and on each other; 4 hangs on 3 by an aggregate of two; 9, of others, on 4. */
test.before(async () => {
  world = await startNet({ root_devices: [1] })
  for (const [name, src, dest, more] of [
    ['1-2', 101, 201, {}],
    ['1-3', 102, 301, {}],
    ['2-3', 202, 302, { directed: false }],
    ['3-4', 390, 490, {}],
    ['3-4 one', 303, 403, { src_aggregate_id: 390, dest_aggregate_id: 490 }],
    ['3-4 two', 304, 404, { src_aggregate_id: 390, dest_aggregate_id: 490 }],
    ['4-9', 401, 901, {}],
    ['no ports', 504, 604, { src_interface_id: null, dest_interface_id: null }],
  ] as const)
    ids[name] = await insertLink(world, src, dest, more)
  await insertLink(world, 703, 803, { state: 'suggested' })
  await write([
    [101, 900, 100, 1000],
    [201, 50, 50, 1000],
    [302, 10, 20, 100],
    [303, 100, 700, 1000],
    [304, 300, 20, 1000],
    [901, 1, 2, 10],
  ])
  ours = await keyOf(world, ['links_view', 'links_edit'], [71])
})
test.after(() => world?.stop())

/** Sent, received and speed of interfaces, Mbit/s, for the last 20 minutes. */
async function write(rows: readonly (readonly [id: number, out: number, into: number, speed: number])[]) {
  const series = world.use('series')
  const now = Date.now()
  series.add(
    rows.flatMap(([id, out, into, speed]) =>
      [14, 9, 4].flatMap(minutes => {
        const own = {
          device_id: Math.floor(id / 100),
          interface_id: id,
          part: '',
          time: now - minutes * 60_000,
        }
        return [
          { ...own, metric: 'interface_transmit_bytes_per_second', value: out * mega },
          { ...own, metric: 'interface_receive_bytes_per_second', value: into * mega },
          { ...own, metric: 'interface_speed_bytes', value: speed * mega },
        ]
      }),
    ),
  )
  await series.flush()
}
async function get<T>(where: string, key?: string): Promise<T> {
  const answer = await world.http('GET', `${path}${where}`, undefined, key)
  assert.is(answer.status, 200, answer.text)
  return dataOf<T>(answer)
}
interface Loaded {
  id: number
  utilization_percent: number | null
  utilization_mbps: number | null
  speed: string | null
  high: boolean
  measured_at: number | null
}
const nameOf = (id: number) => Object.entries(ids).find(([, one]) => one === id)?.[0] ?? `link ${id}`
const shown = (rows: readonly Loaded[]) =>
  rows.map(
    one =>
      `${nameOf(one.id)}: ${one.utilization_percent ?? '?'} % of ${one.speed ?? '?'}${one.high ? ' high' : ''}`,
  )

test('loads from the series: the upstream interface, else the other; members and the whole of an aggregate', async () => {
  assert.equal(shown(await get<Loaded[]>('/list')), [
    '1-2: 90 % of 1G high',
    '3-4 one: 70 % of 1G',
    '3-4: 36 % of 2G',
    '3-4 two: 30 % of 1G',
    '2-3: 20 % of 100M',
    '4-9: 20 % of 10M',
    '1-3: ? % of ?',
    'no ports: ? % of ?',
  ])
  assert.equal(shown(await get<Loaded[]>('/list?only_high=true')), ['1-2: 90 % of 1G high'])
  assert.equal(shown(await get<Loaded[]>('/list?devices=2,9&sort=-utilization_mbps&limit=2')), [
    '1-2: 90 % of 1G high',
    '2-3: 20 % of 100M',
  ])
  for (const period of ['10m', '15m', '30m', '1h', '3h', '6h'])
    assert.is(shown(await get<Loaded[]>(`/list?period=${period}`))[0], '1-2: 90 % of 1G high', period)
  assert.is((await world.http('GET', `${path}/list?period=2h`)).status, 400)
})

test('the widget counts by the limit of the settings, only links that the caller sees', async () => {
  type Widget = { count: number; known: number; total: number; high_percent: number }
  assert.equal(await get<Widget>('/widgets/high-utilization'), {
    count: 1,
    known: 6,
    total: 8,
    high_percent: 85,
  })
  assert.equal(await get<Widget>('/widgets/high-utilization', ours), {
    count: 1,
    known: 5,
    total: 7,
    high_percent: 85,
  })
})

test('the series of loads is of the measured interface, with the other end as its part; the rule looks at it', async () => {
  await keepLoads(world.links.ctx, new AbortController().signal)
  await world.use('series').flush()
  const answer = await world
    .use('series-rules')
    .evaluate(
      [
        {
          expression: {
            metric: 'link_utilization_ratio',
            function: 'max',
            window_sec: 900,
            comparison: '>=',
            threshold: 0.3,
          },
        },
      ],
      { at: new Date(Date.now() + 1000), limit: 10, signal: new AbortController().signal },
    )
  assert.equal(
    answer[0]!.hits.map(
      hit => `${hit.labels['device']} ${hit.labels['interface']} - ${hit.part}: ${hit.value!.toFixed(2)}`,
    ),
    [
      'sw1 1/1 - sw2 1/1: 0.90',
      'sw3 1/3 - sw4 1/3: 0.70',
      'sw3 1/4 - sw4 1/4: 0.30',
      'sw3 po1 - sw4 po1: 0.36',
    ],
  )
  const rule = world
    .use('installation')
    .rules()
    .find(({ name }) => name === 'high_link_utilization')
  assert.equal([rule?.metric, rule?.threshold, rule?.component], ['link_utilization_ratio', 0.85, 'links'])
})

interface Node {
  id: number
  level: number | null
  parent_id: number | null
  below: number
  links: number
}
interface TreeNode extends Node {
  uplink: Loaded | null
  uplinks: number
}
const tree = async (query = '', key?: string) =>
  (await get<TreeNode[]>(`/tree${query}`, key)).map(
    ({ id, level, parent_id: up, uplink, uplinks, below }) =>
      `${id} at ${level} on ${up ?? '-'} ${uplink?.utilization_percent ?? '?'} % of ${uplinks}, ${below} below`,
  )

test('the tree: each device after the one above it, with the load of its uplink; suggestions have no part in it', async () => {
  assert.equal(await tree(), [
    '1 at 0 on - ? % of 0, 4 below',
    '5 at 0 on - ? % of 0, 1 below',
    '2 at 1 on 1 90 % of 1, 0 below',
    '3 at 1 on 1 ? % of 1, 2 below',
    '6 at 1 on 5 ? % of 1, 0 below',
    '4 at 2 on 3 36 % of 3, 1 below',
    '9 at 3 on 4 20 % of 1, 0 below',
  ])
  assert.is((await tree('?max_level=1')).length, 5)
  assert.equal(await tree('?limit=1&offset=5'), ['4 at 2 on 3 36 % of 3, 1 below'])
})

test('what others have is neither in the tree nor in the graph, and not counted', async () => {
  assert.equal((await tree('', ours)).slice(-1), ['4 at 2 on 3 36 % of 3, 0 below'])
  const text = JSON.stringify([await get('/graph', ours), await get('/tree', ours)])
  assert.not.ok(text.includes('sw9') || text.includes('192.0.2.9'))
  assert.is((await world.http('GET', `${path}/upward/9`, undefined, ours)).status, 404)
})

interface Upward {
  is_root: boolean
  ways: {
    complete: boolean
    hops: {
      uplink_device: { id: number }
      links: Loaded[]
      utilization_percent: number | null
      down: boolean
    }[]
  }[]
}
const ways = async (device: number | string, key?: string) =>
  (await get<Upward>(`/upward/${device}`, key)).ways.map(
    ({ hops, complete }) =>
      hops
        .map(
          hop =>
            `${hop.uplink_device.id} ${hop.utilization_percent ?? '?'} %/${hop.links.length}${hop.down ? ' down' : ''}`,
        )
        .join(' > ') + (complete ? '' : ' …'),
  )

test('the ways up with the load of each step: an aggregate as a whole, both ways of a ring', async () => {
  assert.equal(await ways(4), ['3 36 %/3 > 1 ? %/1'])
  assert.equal(await ways('192.0.2.3'), ['1 ? %/1', '2 20 %/1 > 1 90 %/1'])
  assert.equal(await ways(9), ['4 20 %/1 > 3 36 %/3 > 1 ? %/1'])
  assert.equal(await ways(8), [])
  await world.sql(`update inventory_interface set status = 'Down' where id = 404`)
  assert.equal(await ways(4), ['3 36 %/3 down > 1 ? %/1'])
  await world.sql(`update inventory_interface set status = 'Up' where id = 404`)
  assert.is((await get<Upward>('/upward/1')).is_root, true)
  const theirs = await keyOf(world, ['links_view'], [72])
  assert.equal(await ways(9, theirs), [' …'], 'the way goes on through devices that are not shown')
})

interface Graph {
  nodes: (Node & { x: number; y: number; placed: boolean })[]
  edges: (Loaded & { src_device_id: number })[]
}

test('the graph: all devices or those with links, by load, level and group; places stay, and people can set them', async () => {
  const graph = await get<Graph>('/graph')
  assert.equal([graph.nodes.length, graph.edges.length], [9, 8])
  assert.equal((await get<Graph>('/graph')).nodes, graph.nodes, 'the same places again')
  assert.is((await get<Graph>('/graph?hide_unlinked=true')).nodes.length, 7)
  const loaded = await get<Graph>('/graph?min_load=35&hide_unlinked=true')
  assert.equal(loaded.edges.map(({ id }) => nameOf(id)).toSorted(), ['1-2', '3-4', '3-4 one'])
  assert.equal(
    loaded.nodes.map(({ id }) => id),
    [1, 2, 3, 4],
  )
  assert.equal(
    (await get<Graph>('/graph?max_level=0')).nodes.map(({ id }) => id),
    [1, 5],
  )
  assert.equal(
    (await get<Graph>('/graph?groups=72')).nodes.map(({ id }) => id),
    [9],
  )
  await keepPlaces(world.links.ctx)
  const put = (places: object[], key?: string) => world.http('PUT', `${path}/graph/places`, { places }, key)
  const placed = await put([
    { device_id: 2, x: 1, y: 1 },
    { device_id: 2, x: 5.5, y: -7 },
    { device_id: 77, x: 0, y: 0 },
  ])
  assert.equal(dataOf(placed), { places: [{ device_id: 2, x: 5.5, y: -7 }] })
  const more = await insertLink(world, 204, 704)
  const after = await get<Graph>('/graph')
  const of = (id: number) => after.nodes.find(node => node.id === id)!
  assert.equal([of(2).x, of(2).y, of(2).placed], [5.5, -7, true])
  for (const node of graph.nodes.filter(({ id }) => ![2, 7, 8].includes(id)))
    assert.equal([of(node.id).x, of(node.id).y], [node.x, node.y], `${node.id}`)
  await world.sql(`delete from links_link where id = ${more}`)
  assert.equal(dataOf(await put([{ device_id: 9, x: 1, y: 1 }], ours)), { places: [] })
  await world.http('DELETE', `${path}/graph/places`)
  assert.equal((await get<Graph>('/graph')).nodes, graph.nodes, 'drawn again')
})

test('the graph as a file in GraphML and DOT, with hostile names', async () => {
  await world.sql(`update inventory_device set name = '"];x<evil/>&' where id = 3`)
  const xml = await fetch(`${world.url}/api/v1${path}/graph?format=graphml`, {
    headers: { 'x-auth-key': world.admin },
  })
  assert.match(xml.headers.get('content-type')!, 'application/xml')
  const text = await xml.text()
  assert.ok(text.includes('&quot;];x&lt;evil/&gt;&amp;') && !text.includes('<evil'))
  assert.is([...text.matchAll(/<edge /g)].length, 8)
  const dot = await (
    await fetch(`${world.url}/api/v1${path}/graph?format=dot`, { headers: { 'x-auth-key': world.admin } })
  ).text()
  assert.ok(dot.includes('label="\\"];x<evil/>&"'))
  await world.sql(`update inventory_device set name = 'sw3' where id = 3`)
})

test('options tell the limit, the periods and whether loads are known', async () => {
  const options = await get<Record<string, unknown>>('/options')
  assert.equal([options['high_percent'], options['loads'], options['scanning']], [85, true, true])
  assert.equal(options['periods'], ['10m', '15m', '30m', '1h', '3h', '6h'])
})
