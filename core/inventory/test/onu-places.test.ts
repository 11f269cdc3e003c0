import { assert, suite, until } from '@linecard/test-kit'
import { startOlt, type Row } from '@linecard/test-kit/worlds/acme-olt'
import { accessFor, add, dataOf, modelId, startWorld, type World } from '@linecard/test-kit/worlds/inventory'

const test = suite('inventory: ONUs that go, move and come back', { level: 'full' })
type Olt = Awaited<ReturnType<typeof startOlt>>
interface Stored {
  id: number
  device_id: number
  bind_key: string
  name: string
  type: string
  status: string | null
  serial: string | null
  comment: string
  agreement: string
  closed_at?: string | null
}
interface Onu {
  id: number
  device: { id: number }
  interface: { name: string }
  ident: string | null
  duplicates: { id: number; device: { id: number }; name: string; status: string | null }[]
}

const pons: Row[] = [
  { index: 1, key: 101, name: 'pon0/1' },
  { index: 2, key: 102, name: 'pon0/2' },
]
const onu = (port: number, number: number, serial: string, more: Partial<Row> = {}): Row => ({
  index: port * 100 + number,
  key: 10_000 + port * 100 + number,
  name: `pon0/${port}:${number}`,
  parent: 100 + port,
  serial,
  ...more,
})
const [a, b, c] = ['ZTEGC1086C70', '4857544301020304', 'ACME00000003']

let world: World
let model: number
let count = 0
const olts: Olt[] = []
test.before(async () => {
  world = await startWorld()
  model = await modelId(world, 'acme_olt2')
})
test.after(async () => {
  await world?.stop()
  for (const olt of olts) await olt.stop()
})

interface Added {
  id: number
  /** Shows these ONUs and has them read. */
  show(...onus: Row[]): Promise<void>
}
async function added(...onus: Row[]): Promise<Added> {
  const olt = await startOlt(`127.9.66.${++count}`, [...pons, ...onus])
  olts.push(olt)
  const access = await accessFor(world, olt, `olt-${count}`)
  const { id } = await add(world, '/device', {
    ip: olt.ip,
    name: `olt-${count}`,
    access_id: access.id,
    model_id: model,
  })
  const { refresh } = world.use('interfaces')
  await refresh(id)
  return {
    id,
    async show(...next) {
      olt.show([...pons, ...next])
      await refresh(id)
    },
  }
}
const onusOf = async ({ id }: Added) =>
  dataOf<Stored[]>(await world.http('GET', `/device-interface/by-device/${id}`)).filter(
    ({ type }) => type === 'ONU',
  )
const card = async (id: number) => dataOf<Stored>(await world.http('GET', `/device-interface/${id}`))
const write = (id: number, fields: object) => world.http('PUT', `/device-interface/${id}`, fields)
const history = async (id: number) =>
  dataOf<{ status: string | null; reason: string | null }[]>(
    await world.http('GET', `/device-interface/${id}/history`),
  )
const listed = async (body: object) =>
  dataOf<Onu[]>(await world.http('PUT', '/device-interface/ont-list', { sort: 'id', ...body }))
const told = { comment: 'behind the garage', agreement: '11619', coordinates: { lat: 50.4, lon: 30.5 } }

test('an ONU that its OLT does not list any more is closed: no list shows it, its history stays', async () => {
  const olt = await added(onu(1, 1, a), onu(1, 2, b))
  const [first] = await onusOf(olt)
  await write(first!.id, told)
  await olt.show(onu(1, 2, b))
  assert.equal(
    (await onusOf(olt)).map(({ serial }) => serial),
    [b],
  )
  const closed = await card(first!.id)
  assert.equal(
    [closed.type, closed.comment, closed.bind_key, typeof closed.closed_at],
    ['CLOSED', told.comment, '10101', 'string'],
  )
  assert.equal((await history(first!.id))[0]!.reason, 'Deleted')
  const search = `/device-interface/search?ont_ident=${a}`
  assert.equal(dataOf<Stored[]>(await world.http('GET', search)), [])
  assert.equal(await listed({ device_id: olt.id, query: a }), [])
  const all = dataOf<Stored[]>(await world.http('GET', `/device-interface?device_id=${olt.id}&limit=100`))
  assert.ok(!all.some(({ id }) => id === first!.id))
  const gone = dataOf<Stored[]>(await world.http('GET', `/device-interface?device_id=${olt.id}&type=CLOSED`))
  assert.equal(
    gone.map(({ id }) => id),
    [first!.id],
  )
  // Registered again under another number: the same interface, with everything.
  await olt.show(onu(1, 2, b), onu(2, 7, a))
  const back = (await onusOf(olt)).find(({ serial }) => serial === a)!
  assert.equal([back.id, back.name, back.comment], [first!.id, 'pon0/2:7', told.comment])
  assert.is((await card(back.id)).closed_at, null)
})

test('an ONU that moves to another port keeps its id; the ONU that takes its old number is new', async () => {
  const olt = await added(onu(1, 1, a), onu(1, 2, b))
  const before = (await onusOf(olt)).find(({ serial }) => serial === a)!
  await write(before.id, told)
  await olt.show(onu(1, 1, c), onu(2, 3, a), onu(1, 2, b))
  const after = new Map((await onusOf(olt)).map(row => [row.serial, row]))
  assert.equal([after.get(a)!.id, after.get(a)!.name], [before.id, 'pon0/2:3'])
  assert.equal([after.get(a)!.comment, after.get(a)!.agreement], [told.comment, told.agreement])
  assert.ok(after.get(c)!.id !== before.id)
  assert.is(after.get(c)!.comment, '')
})

test('two ONUs that change places keep what is theirs', async () => {
  const olt = await added(onu(1, 1, a), onu(1, 2, b))
  const ids = new Map((await onusOf(olt)).map(row => [row.serial, row.id]))
  await olt.show(onu(1, 1, b), onu(1, 2, a))
  assert.equal(new Map((await onusOf(olt)).map(row => [row.serial, row.id])), ids)
})

test('a replaced ONU in the same place: the place keeps what was written, because the customer is the same', async () => {
  const olt = await added(onu(1, 1, a))
  const [before] = await onusOf(olt)
  await write(before!.id, told)
  await olt.show(onu(1, 1, c))
  const [after] = await onusOf(olt)
  assert.equal([after!.id, after!.serial, after!.comment], [before!.id, c, told.comment])
})

test('another subscriber in the same place gets nothing of the first, whose ONU is closed', async () => {
  const olt = await added(onu(1, 1, a, { alias: 'contract 11619' }))
  const [before] = await onusOf(olt)
  await write(before!.id, told)
  await olt.show(onu(1, 1, c, { alias: 'contract 20777' }))
  const [after, ...others] = await onusOf(olt)
  assert.equal([others.length, after!.serial, after!.comment, after!.agreement], [0, c, '', ''])
  assert.ok(after!.id !== before!.id)
  const closed = await card(before!.id)
  assert.equal([closed.type, closed.serial, closed.agreement], ['CLOSED', a, told.agreement])
})

test('an ONU that moves to another OLT keeps its id, whichever OLT is read first', async () => {
  const [one, two] = [await added(onu(1, 1, 'MOVE00000001')), await added()]
  const [before] = await onusOf(one)
  await write(before!.id, told)
  await one.show()
  await two.show(onu(2, 5, 'MOVE00000001'))
  const [there] = await onusOf(two)
  assert.equal([there!.id, there!.name, there!.comment], [before!.id, 'pon0/2:5', told.comment])

  // Back, and this time the new place is read before the old one.
  await one.show(onu(1, 4, 'MOVE00000001'))
  const twice = await listed({ query: 'MOVE00000001' })
  assert.is(twice.length, 2)
  for (const row of twice)
    assert.equal(
      row.duplicates.map(({ device }) => device.id),
      [row.device.id === one.id ? two.id : one.id],
    )
  await two.show()
  const [back] = await onusOf(one)
  assert.equal([back!.id, back!.name, back!.comment], [before!.id, 'pon0/1:4', told.comment])
  assert.equal(
    (await listed({ query: 'MOVE00000001' })).map(({ duplicates }) => duplicates),
    [[]],
  )
  assert.ok((await history(back!.id)).length >= 3)
})

test('a new place about which somebody wrote something stays a row of its own', async () => {
  const [one, two] = [await added(onu(1, 1, 'OWNS00000001')), await added()]
  const [before] = await onusOf(one)
  await write(before!.id, told)
  await two.show(onu(1, 1, 'OWNS00000001'))
  const [there] = await onusOf(two)
  await write(there!.id, { comment: 'moved on Monday' })
  await one.show()
  const [now] = await onusOf(two)
  assert.equal([now!.id, now!.comment], [there!.id, 'moved on Monday'])
  assert.is((await card(before!.id)).type, 'CLOSED')
})

test('the same ident twice on one OLT: two rows that name each other, none is lost', async () => {
  const olt = await added(onu(1, 1, 'TWIN00000001'), onu(2, 1, 'TWIN00000001', { state: 2 }))
  await olt.show(onu(1, 1, 'TWIN00000001'), onu(2, 1, 'TWIN00000001', { state: 2 }))
  const rows = await listed({ device_id: olt.id, only_duplicates: true })
  assert.equal(
    rows.map(row => [row.interface.name, row.duplicates.map(({ name, status }) => [name, status])]),
    [
      ['pon0/1:1', [['pon0/2:1', 'LOS']]],
      ['pon0/2:1', [['pon0/1:1', 'Online']]],
    ],
  )
})

test('closed ONUs are removed after the time of the settings', async () => {
  const olt = await added(onu(1, 1, 'GONE00000001'))
  const [row] = await onusOf(olt)
  await olt.show()
  // An empty list of a device that starts removes nothing; its PON ports are there.
  assert.is((await card(row!.id)).type, 'CLOSED')
  await world.sql(`update inventory_interface set closed_at = now() - interval '366 days' where id = $1`, [
    row!.id,
  ])
  await world.http('POST', '/system-schedule/inventory.trim_history/run')
  await until(
    'it is gone',
    async () => (await world.http('GET', `/device-interface/${row!.id}`)).status === 404,
  )
})
