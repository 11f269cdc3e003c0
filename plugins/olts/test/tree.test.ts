import { assert, suite } from '@linecard/test-kit'
import {
  addedOlt,
  dataOf,
  failure,
  get,
  good,
  keyOf,
  startWorld,
  stopDevices,
  type AddedOlt,
  type Answer,
  type World,
} from '@linecard/test-kit/worlds/olts'
import type { PortNode } from '../src/tree/schemas.ts'

const test = suite('olts: the tree', { level: 'full' })
let world: World
let one: AddedOlt

test.before(async () => {
  world = await startWorld()
  one = await addedOlt(world)
})
test.after(async () => {
  await world?.stop()
  await stopDevices()
})

interface Ont {
  id: number | null
  interface: { id: number; name: string; parent: number | null }
  ident: string | null
  status: string | null
  bind_status: string | null
  rx: number | null
  olt_rx: number | null
  distance: number | null
  description: string | null
  model: string | null
  last_down_reason: string | null
  comment: string | null
  duplicate: boolean | null
}
interface Tree {
  cards: { card: { slot: number } | null; ports: (PortNode & { onts: Ont[] })[] }[]
}
interface Meta {
  total: number
  limit: number
  offset: number
  modules: Record<string, { source: string; time: string | null }>
}
const metaOf = ({ body: { meta } }: Answer) => meta as unknown as Meta
const portsOf = ({ cards }: Tree) => cards.flatMap(({ ports }) => ports)
const ontsOf = (tree: Tree) => portsOf(tree).flatMap(({ onts }) => onts)
const tree = async (query = '') => good<Tree>(await get(world, `onts/${one.id}${query}`))

test('every ONU below its port and card, with status, light and counts, from every source', async () => {
  const answers: Tree[] = []
  for (const from of ['store', 'device', 'cache']) {
    const answer = await get(world, `onts/${one.id}?from=${from}`)
    const got = good<Tree>(answer)
    assert.equal(
      ontsOf(got)
        .map(onu => [onu.id, onu.interface.id, onu.ident, onu.status, onu.duplicate])
        .toSorted(),
      one.onus.map(onu => [onu.id, Number(onu.bind_key), onu.serial, onu.status, false]).toSorted(),
      from,
    )
    assert.is(metaOf(answer).total, one.onus.length)
    answers.push(got)
  }
  const [stored, device] = answers
  for (const got of answers)
    for (const port of portsOf(got)) {
      const own = one.onus.filter(onu => onu.parent_bind_key === String(port.interface!.id))
      assert.equal(
        [port.registered, port.online, port.onts.length],
        [own.length, own.filter(({ status }) => status === 'Online').length, own.length],
      )
      assert.ok(port.onts.every(({ interface: { parent } }) => parent === port.interface!.id))
    }
  assert.ok(
    device!.cards.some(({ card, ports }) => card !== null && ports.length > 0),
    'ports are on cards',
  )
  // The optics were read with the interfaces, so both have them.
  for (const onu of ontsOf(stored!).concat(ontsOf(device!))) {
    if (onu.status === 'Online') assert.ok(onu.rx! < -10 && onu.olt_rx! < -10 && onu.distance! > 0)
    else assert.ok(onu.rx === null || onu.rx > -40)
    assert.ok(onu.bind_status !== null && onu.description !== null)
  }
})

test('from=store sends nothing, and says when each part was read', async () => {
  const before = one.sim.requests
  const answer = await get(world, `onts/${one.id}?from=store`)
  assert.is(one.sim.requests, before)
  const { modules } = metaOf(answer)
  for (const name of [
    'interfaces_list',
    'pon_onts_status',
    'pon_onts_optical',
    'card_list',
    'pon_ports_list',
  ])
    assert.equal([name, modules[name]?.source, typeof modules[name]?.time], [name, 'store', 'string'])
})

test('the order by light is that of the light that is stored', async () => {
  const all = ontsOf(await tree('?from=store&status=online&limit=1000'))
  const light = all.map(({ rx }) => rx!).toSorted((a, b) => b - a)
  const page = async (query: string) =>
    ontsOf(await tree(`?from=store&status=online&${query}`)).map(({ rx }) => rx!)
  assert.ok(light.length > 6 && light[2]! > light[3]!, String(light))
  assert.equal(
    (await page('sort=-rx&limit=3')).toSorted((a, b) => b - a),
    light.slice(0, 3),
  )
  assert.equal(
    (await page('sort=rx&limit=2&offset=1')).toSorted((a, b) => b - a),
    light.slice(-3, -1),
  )
})

// The light changes with the time between two readings, so it is not compared here.
test('filters, order and pages are the same from the store and from the device', async () => {
  const queries = [
    '&status=LOS|PowerOff',
    '&status=online&sort=-distance,name&limit=3',
    '&sort=distance,name&limit=4&offset=2',
    `&query=${one.onus[2]!.serial.slice(4).toLowerCase()}`,
    '&query=contract&limit=5&sort=-name',
    '&limit=0',
    '&sort=-distance,name&limit=7',
  ]
  for (const query of queries) {
    const [a, b] = await Promise.all(
      ['store', 'device'].map(from => get(world, `onts/${one.id}?from=${from}${query}`)),
    )
    const ids = (answer: Answer) => ontsOf(good<Tree>(answer)).map(({ interface: { id } }) => id)
    assert.equal(ids(a!).toSorted(), ids(b!).toSorted(), query)
    assert.equal([metaOf(a!).total, metaOf(a!).limit], [metaOf(b!).total, metaOf(b!).limit], query)
    assert.equal(portsOf(good<Tree>(a!)).length, portsOf(good<Tree>(b!)).length, query)
  }
  for (const from of ['store', 'device']) {
    assert.equal(failure(await get(world, `onts/${one.id}?from=${from}&sort=shoe`)), [400, 'SORT_UNKNOWN'])
  }
  assert.equal(failure(await get(world, `onts/${one.id}?from=store&status=Asleep`)), [
    400,
    'INVENTORY_FILTER_INVALID',
  ])
})

test('one port, or one ONU', async () => {
  const onu = one.onus[0]!
  for (const from of ['store', 'device', 'cache']) {
    const alone = await tree(`?from=${from}&interface=bind_key:${onu.bind_key}`)
    assert.equal(
      ontsOf(alone).map(({ ident }) => ident),
      [onu.serial],
      from,
    )
    const port = await tree(`?from=${from}&interface=bind_key:${onu.parent_bind_key}`)
    assert.equal(
      portsOf(port).map(({ interface: at, onts }) => [String(at!.id), onts.length]),
      [
        [
          onu.parent_bind_key,
          one.onus.filter(({ parent_bind_key: key }) => key === onu.parent_bind_key).length,
        ],
      ],
      from,
    )
  }
})

test('a stream has ports first, then each ONU in its order, then its end', async () => {
  for (const from of ['store', 'device']) {
    const { status, text } = await get(world, `onts-stream/${one.id}?from=${from}&sort=-rx&limit=20`)
    assert.is(status, 200, text)
    const lines = text
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
    const [first, last] = [lines.shift(), lines.pop()]
    assert.equal([first.type, first.meta.total, last], ['tree', one.onus.length, { type: 'end', rows: 20 }])
    assert.ok(first.cards.flatMap((card: { ports: object[] }) => card.ports).length > 0)
    const light = (lines as Ont[]).map(({ rx }) => rx).filter(rx => rx !== null)
    assert.equal(
      light,
      light.toSorted((a, b) => b - a),
    )
    assert.is(lines.length, 20)
  }
})

test('what a person wrote about an ONU stands in its row, from every source', async () => {
  const onu = one.onus[1]!
  await world.http('PUT', `/device-interface/${onu.id}`, { comment: 'behind the garage' })
  for (const from of ['store', 'device', 'cache']) {
    const row = ontsOf(await tree(`?from=${from}&interface=bind_key:${onu.bind_key}`))[0]
    assert.is(row!.comment, 'behind the garage')
  }
})

test('permissions, groups, an OLT that was never read', async () => {
  const none = await keyOf(world, ['device_show'], [])
  const { id: group } = dataOf<{ id: number }>(
    await world.http('POST', '/device-group', { name: 'elsewhere' }),
  )
  const elsewhere = await keyOf(world, ['olts_info'], [group])
  for (const path of ['onts', 'onts-stream']) {
    assert.equal(failure(await get(world, `${path}/${one.id}`, none)), [403, 'PERMISSION_MISSING'])
    assert.equal(failure(await get(world, `${path}/${one.id}?from=store`, elsewhere)), [
      404,
      'INVENTORY_DEVICE_UNKNOWN',
    ])
  }
  await world.sql('update inventory_device set refreshed_at = null where id = $1', [one.id])
  await world.sql('delete from inventory_onu_reading where device_id = $1', [one.id])
  assert.equal(failure(await get(world, `onts/${one.id}?from=store`)), [404, 'OLTS_NEVER_READ'])
})
