import { assert, suite } from '@linecard/test-kit'
import { dataOf, insertLink, keyOf, path, startNet, type Net } from './world.ts'

const test = suite('links: drawn by people')
let world: Net
let ours: string
test.before(async () => {
  world = await startNet()
  ours = await keyOf(world, ['links_view', 'links_edit'], [71])
})
test.after(() => world?.stop())
const clear = () => world.sql('delete from links_link')

interface Row {
  id: number
  source: string
  state: string
  note: string
  path: object[]
  src_device: { id: number; ip: string; name: string }
  src_iface: { id: number; name: string; device: { id: number; name: string } } | null
  dest_device: { id: number }
  dest_iface: { id: number; name: string; device: { id: number; name: string } } | null
}
const draw = async (body: object, key?: string) => {
  const answer = await world.http('POST', path, body, key)
  assert.is(answer.status, 201, answer.text)
  return dataOf<Row>(answer)
}
const list = async (query = '', key?: string) => {
  const { status, body, text } = await world.http('GET', `${path}${query}`, undefined, key)
  assert.is(status, 200, text)
  return body as unknown as { data: Row[]; meta: { total: number; left_out: number } }
}
const ends = { src_device_id: 1, src_interface_id: 101, dest_device_id: 2, dest_interface_id: 201 }
const code = async (method: string, where: string, body?: object, key?: string) => {
  const answer = await world.http(method, `${path}${where}`, body, key)
  return `${answer.status} ${answer.body.error?.code}`
}

test('a link is drawn, shown with devices and interfaces, changed and removed; the action log has each step', async () => {
  await clear()
  const link = await draw({ ...ends, note: 'fibre 12' })
  assert.equal(
    [link.source, link.state, link.src_device.name, link.src_iface?.name, link.dest_iface?.device.id],
    ['manual', 'active', 'sw1', '1/1', 2],
  )
  const line = [
    { lat: 50.1, lon: 30.2 },
    { lat: 50.2, lon: 30.3 },
  ]
  const moved = dataOf<Row>(
    await world.http('PUT', `${path}/${link.id}`, { dest_interface_id: 202, path: line }),
  )
  assert.equal([moved.dest_iface?.id, moved.path, moved.note], [202, line, 'fibre 12'])
  assert.is((await world.http('DELETE', `${path}/${link.id}`)).status, 200)
  assert.is((await list()).meta.total, 0)
  const log = await world.http('POST', '/logs/actions', { limit: 20 })
  const names = dataOf<{ action: string; device: { id: number } | null }[]>(log)
    .filter(({ action }) => action.startsWith('links:'))
    .map(({ action, device }) => `${action} ${device?.id}`)
  assert.equal(names.toSorted(), ['links:added 1', 'links:deleted 1', 'links:updated 1'])
})

test('a link has two devices, interfaces of them, and no other link has its ends, whichever comes first', async () => {
  await clear()
  const { id } = await draw(ends)
  const turned = { src_device_id: 2, src_interface_id: 201, dest_device_id: 1, dest_interface_id: 101 }
  assert.is(await code('POST', '', turned), '409 LINKS_EXISTS')
  assert.is(await code('POST', '', { src_device_id: 3, dest_device_id: 3 }), '400 LINKS_SAME_DEVICE')
  assert.is(await code('POST', '', { ...ends, dest_interface_id: 301 }), '400 LINKS_PORT_FOREIGN')
  assert.is(await code('POST', '', { ...ends, dest_device_id: 77 }), '404 INVENTORY_DEVICE_UNKNOWN')
  assert.is(await code('POST', '', { src_device_id: 1 }), '400 VALIDATION_ERROR')
  await draw({ src_device_id: 1, dest_device_id: 2 })
  assert.is(await code('POST', '', { src_device_id: 2, dest_device_id: 1 }), '409 LINKS_EXISTS')
  assert.is(
    await code('PUT', `/${id}`, { src_interface_id: null, dest_interface_id: null }),
    '409 LINKS_EXISTS',
  )
  assert.is(await code('POST', `/${id}/refuse`), '409 LINKS_NOT_FOUND_BY_SCAN')
})

test('the same link drawn twice at once is one link', async () => {
  await clear()
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => world.http('POST', path, { src_device_id: 3, dest_device_id: 4 })),
  )
  assert.equal(answers.map(({ status }) => status).toSorted(), [201, 409, 409, 409, 409, 409])
})

test('a list has links with both interfaces, unless it is asked for the others; null only there', async () => {
  await clear()
  await draw(ends)
  await draw({ src_device_id: 1, src_interface_id: 102, dest_device_id: 3 })
  const { data, meta } = await list()
  assert.equal([data.length, meta.total, meta.left_out], [1, 1, 1])
  assert.ok(data.every(row => row.src_iface && row.dest_iface))
  const all = await list('?unknown_ports=true&sort=-id')
  assert.equal(
    all.data.map(row => row.dest_iface?.id ?? null),
    [null, 201],
  )
  assert.is((await list('?device_id=3&unknown_ports=true')).meta.total, 1)
  assert.is(await code('GET', '?sort=name'), '400 SORT_UNKNOWN')
})

test('a link to a device of another group is not there: not listed, not changed, not drawn', async () => {
  await clear()
  const across = await draw({
    src_device_id: 1,
    dest_device_id: 9,
    src_interface_id: 103,
    dest_interface_id: 901,
  })
  assert.is((await list()).meta.total, 1)
  assert.is((await list('', ours)).meta.total, 0)
  assert.is((await list('?device_id=9', ours)).meta.total, 0)
  for (const [method, where, body] of [
    ['PUT', `/${across.id}`, { note: 'x' }],
    ['DELETE', `/${across.id}`],
    ['POST', `/${across.id}/accept`],
    ['POST', `/${across.id}/refuse`],
  ] as const)
    assert.is(await code(method, where, body, ours), '404 LINKS_LINK_UNKNOWN', method)
  const foreign = { src_device_id: 1, dest_device_id: 9 }
  assert.is(await code('POST', '', foreign, ours), '404 INVENTORY_DEVICE_UNKNOWN')
  const own = await draw(ends, ours)
  assert.is(
    await code('PUT', `/${own.id}`, { dest_device_id: 9, dest_interface_id: 901 }, ours),
    '404 INVENTORY_DEVICE_UNKNOWN',
  )
  assert.is(
    await code('PUT', `/${own.id}`, { dest_interface_id: 901 }, ours),
    '404 INVENTORY_INTERFACE_UNKNOWN',
  )
})

test('who may see links may not change them', async () => {
  await clear()
  const viewer = await keyOf(world, ['links_view'], [71])
  assert.is((await list('', viewer)).meta.total, 0)
  for (const [method, where] of [
    ['POST', ''],
    ['PUT', '/1'],
    ['DELETE', '/1'],
    ['POST', '/scan'],
    ['PUT', '/graph/places'],
  ] as const)
    assert.is(
      await code(method, where, method === 'DELETE' ? undefined : {}, viewer),
      '403 PERMISSION_MISSING',
      where,
    )
})

test('a removed interface leaves the link with an unknown port, a removed device takes it along; renumbering keeps it', async () => {
  await clear()
  const link = await draw(ends)
  const other = await draw({ ...ends, src_interface_id: 102, dest_interface_id: 202 })
  await world.sql('update inventory_interface set bind_key = bind_key + 1000 where device_id = 1')
  assert.is((await list()).meta.total, 2)
  await world.sql('delete from inventory_interface where id in (101, 102, 201, 202)')
  const left = await list('?unknown_ports=true')
  assert.equal(
    left.data.map(row => [row.id, row.src_iface, row.dest_iface]),
    [
      [link.id, null, null],
      [other.id, null, null],
    ],
  )
  await world.sql('delete from inventory_device where id = 2')
  assert.is((await list('?unknown_ports=true')).meta.total, 0)
  await world.sql(`insert into inventory_device (id, ip, name, group_id) values (2, '192.0.2.2', 'sw2', 71)`)
  await world.sql(
    `insert into inventory_interface (id, device_id, bind_key, name, type, status) values (101, 1, 1, '1/1', 'ETH', 'Up'), (102, 1, 2, '1/2', 'ETH', 'Up'), (201, 2, 1, '1/1', 'ETH', 'Up'), (202, 2, 2, '1/2', 'ETH', 'Up')`,
  )
})

test('a suggestion does not count as a link of its ports, an accepted one does, a refused one never', async () => {
  await clear()
  const id = await insertLink(world, 303, 403, { state: 'suggested', sure: false })
  const linked = () => world.use('links').linked(3)
  assert.equal(await linked(), [])
  assert.is((await list()).meta.total, 0)
  assert.is((await list('?state=suggested')).meta.total, 1)
  const accepted = dataOf<Row>(await world.http('POST', `${path}/${id}/accept`))
  assert.is(accepted.state, 'active')
  assert.equal(await linked(), [303])
  await world.http('POST', `${path}/${id}/refuse`)
  assert.equal(await linked(), [])
  assert.is((await list('?state=refused')).data[0]?.id, id)
})

test('what a scan found becomes the link that a person draws at the same ends, with its id', async () => {
  await clear()
  const id = await insertLink(world, 303, 403, { state: 'refused' })
  const drawn = await draw({
    src_device_id: 4,
    src_interface_id: 403,
    dest_device_id: 3,
    dest_interface_id: 303,
  })
  assert.equal([drawn.id, drawn.source, drawn.state, drawn.src_device.id], [id, 'manual', 'active', 4])
})
