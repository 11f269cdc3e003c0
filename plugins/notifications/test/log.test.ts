import { assert, suite } from '@linecard/test-kit'
import { personWith, reader, startWorld, type Person, type World } from './world.ts'

/** The log of deliveries. The contacts here are of a channel that nobody sends by. */
const test = suite('notifications: the log of deliveries')
let world!: World
let person!: Person
let other!: Person
let manager!: Person

test.before(async () => {
  world = await startWorld()
  person = await personWith(world, [...reader], [71])
  other = await personWith(world, [...reader], [72])
  manager = await personWith(world, ['notifications_full_access'], [71])
})
test.after(() => world?.stop())

let contacts = 0
async function contact(of: Person): Promise<number> {
  const [row] = await world.sql<{ id: number }>(
    `insert into notifications_contact (user_id, type, value, severities)
     values ($1, 'pigeon', $2, '{notify}') returning id`,
    [of.id, `roof ${++contacts}`],
  )
  return row!.id
}
interface Put {
  channel?: string
  source?: string
  sourceId?: number
  severity?: string
  name?: string
  device?: number | null
  state?: string
  at?: string
}
async function put(to: number, more: Put = {}): Promise<number> {
  const { channel = 'pigeon', source = 'event', sourceId = 1, severity = 'warning', name = 'n' } = more
  const { device = 7, state = 'sent', at = '2026-03-01T10:00:00Z' } = more
  const [row] = await world.sql<{ id: number }>(
    `insert into notifications_delivery (contact_id, channel, source, source_id, kind, severity, name, title,
       device_id, data, state, due_at, created_at)
     values ($1, $2, $3, $4, 'alert', $5, $6, 't', $7, '{}', $8, now(), $9) returning id::int`,
    [to, channel, source, sourceId, severity, name, device, state, at],
  )
  return row!.id
}
interface Listed {
  ids: number[]
  meta: { total: number; total_exact: boolean; limit: number; offset: number }
}
async function list(query: string, key?: string, path = 'deliveries'): Promise<Listed> {
  const { status, body, text } = await world.http(
    'GET',
    `/component/notifications/${path}?${query}`,
    undefined,
    key,
  )
  assert.is(status, 200, text)
  const { data, meta } = body as unknown as { data: { id: number }[]; meta: Listed['meta'] }
  return { ids: data.map(({ id }) => id), meta }
}

test('each parameter leaves what it names, the newest first; a time belongs to what begins with it', async () => {
  const [to, foreign] = [await contact(person), await contact(other)]
  const first = await put(to)
  const second = await put(to, {
    channel: 'raven',
    severity: 'critical',
    name: 'm',
    sourceId: 2,
    state: 'failed',
    at: '2026-03-01T11:00:00Z',
  })
  await put(foreign, { state: 'failed' })
  const action = await put(to, { source: 'action', sourceId: 2, at: '2026-03-01T10:30:00Z' })
  const cases: [query: string, ids: number[]][] = [
    ['', [action, second, first]],
    ['&limit=1&offset=1', [second]],
    ['&state=failed', [second]],
    ['&channel=raven', [second]],
    ['&severity=critical', [second]],
    ['&name=m', [second]],
    ['&event_id=2', [second]],
    ['&start=2026-03-01T11:00:00Z', [second]],
    ['&stop=2026-03-01T11:00:00Z', [action, first]],
    [`&user_id=${person.id}`, [action, second, first]],
    [`&user_id=${other.id}`, []],
  ]
  for (const [query, ids] of cases) assert.equal((await list(`contact_id=${to}${query}`)).ids, ids, query)
  const own = await list('state=failed', person.key, 'self/deliveries')
  assert.equal([own.ids, own.meta.total, own.meta.total_exact], [[second], 1, true])
})

test('who is not of all groups sees deliveries about devices of the own ones, and messages of people', async () => {
  const to = await contact(other)
  const seen = [await put(to), await put(to, { source: 'message', device: null })]
  const hidden = [
    await put(to, { device: 8, state: 'failed', sourceId: 2 }),
    await put(to, { device: null, sourceId: 3 }),
  ]
  assert.equal((await list(`contact_id=${to}`, manager.key)).ids, seen.toReversed())
  assert.equal((await list(`contact_id=${to}`)).ids, [...seen, ...hidden].toReversed())
  const own = await put(await contact(manager), { device: 8 })
  assert.equal((await list(`user_id=${manager.id}`, manager.key)).ids, [own])
  const path = (id: number) => `/component/notifications/deliveries/${id}/retry`
  const refused = await world.http('POST', path(hidden[0]!), undefined, manager.key)
  assert.equal([refused.status, refused.body.error?.code], [404, 'NOTIFICATIONS_DELIVERY_UNKNOWN'])
  assert.is((await world.http('POST', path(hidden[0]!))).status, 200)
})

test('10,000 deliveries are counted, and not more', async () => {
  const to = await contact(person)
  await world.sql(
    `insert into notifications_delivery (contact_id, channel, source, source_id, kind, severity, name, title, data,
       state, due_at)
     select $1, 'pigeon', 'event', n, 'alert', 'info', 'n', 't', '{}', 'sent', now() from generate_series(1, 10001) n`,
    [to],
  )
  const counted = async () => {
    const { total, total_exact: exact, limit, offset } = (await list(`contact_id=${to}&limit=1`)).meta
    return [total, exact, limit, offset]
  }
  assert.equal(await counted(), [10_000, false, 1, 0])
  const without = (count: number) =>
    world.sql('delete from notifications_delivery where contact_id = $1 and source_id <= $2', [to, count])
  await without(1)
  assert.equal(await counted(), [10_000, true, 1, 0])
  await without(2)
  assert.equal(await counted(), [9999, true, 1, 0])
})

test('a message to everybody has a title of 1 to 200 characters, and a text of 1 to 4,000', async () => {
  const send = async (title: number, text: number) =>
    (
      await world.http('POST', '/component/notifications/message', {
        title: 't'.repeat(title),
        text: 'x'.repeat(text),
      })
    ).status
  assert.equal([await send(1, 1), await send(200, 4000)], [200, 200])
  for (const [title, text] of [
    [0, 1],
    [201, 1],
    [1, 0],
    [1, 4001],
  ] as const)
    assert.is(await send(title, text), 400, `${title}, ${text}`)
})
