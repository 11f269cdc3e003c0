import { assert, suite } from '@linecard/test-kit'
import { condition, dataOf, keyOf, startWorld, type Sky } from './world.ts'

const test = suite('events: routes', { level: 'full' })
let world: Sky
let ours: string
let ingest: string
const path = '/component/events'
test.before(async () => {
  world = await startWorld({ lost: {}, flood: { severity: 'critical' } })
  ours = await keyOf(world, ['events_show', 'events_resolve', 'events_configuration'], [71])
  ingest = await keyOf(world, ['events_ingest'], [71, 72])
})
test.after(() => world?.stop())
const clear = async () => {
  await world.round({})
  await world.sql('truncate events_event, events_change, events_waiting, events_window cascade')
}

interface Shown {
  id: number
  name: string
  annotation: string
  severity: string
  device: { id: number } | null
  interface: { id: number } | null
  resolved_at: string | null
  resolved_by: string | null
  maintenance: boolean
  labels: Record<string, string>
}
const ask = async <T = Shown[]>(query = '', key?: string) =>
  dataOf<T>(await world.http('GET', `${path}${query}`, undefined, key))
const titles = async (query = '', key?: string) =>
  (await ask(query, key)).map(({ annotation }) => annotation).toSorted()

const some = () =>
  world.round({
    lost: [
      condition({ title: 'ours' }),
      condition({ title: 'port', interface_id: 103, severity: 'info' }),
      condition({ title: 'theirs', device_id: 8 }),
    ],
    flood: [condition({ title: 'nowhere', device_id: null })],
  })

test('events of other groups and of no device are not shown, counted, resolved or streamed', async () => {
  await clear()
  await some()
  assert.equal(await titles(), ['nowhere', 'ours', 'port', 'theirs'])
  assert.equal(await titles('', ours), ['ours', 'port'])
  const all = await ask()
  const theirs = all.find(({ annotation }) => annotation === 'theirs')!
  for (const foreign of all.filter(({ annotation }) => ['theirs', 'nowhere'].includes(annotation))) {
    assert.is((await world.http('GET', `${path}/${foreign.id}`, undefined, ours)).status, 404)
    assert.is((await world.http('POST', `${path}/${foreign.id}/resolve`, undefined, ours)).status, 404)
  }
  assert.equal(await ask('/statistics/names', ours), [{ name: 'lost', total: 2, not_resolved: 2 }] as never)
  assert.equal(await ask('/statistics/severities', ours), [
    { severity: 'warning', total: 1, not_resolved: 1 },
    { severity: 'info', total: 1, not_resolved: 1 },
  ] as never)
  const answer = await world.http('POST', `${path}/resolve`, { not_resolved: true }, ours)
  assert.equal(dataOf(answer), { resolved: 2, more: false })
  assert.equal(await titles('?not_resolved=1'), ['nowhere', 'theirs'])
  assert.is((await ask<Shown>(`/${theirs.id}`)).resolved_at, null)
  const seeing = await keyOf(world, ['events_show', 'events_see_all'], [71])
  assert.equal(await titles('', seeing), ['nowhere', 'ours', 'port'])
})

test('events are found by every filter; an unknown one is refused', async () => {
  await clear()
  await some()
  assert.equal(await titles('?severity=critical'), ['nowhere'])
  assert.equal(await titles('?name=lost&device_id=7'), ['ours', 'port'])
  assert.equal(await titles('?interface_id=103'), ['port'])
  assert.equal(await titles('?query=sw-theirs'), ['theirs'])
  assert.equal(await titles('?query=%25'), [])
  assert.equal(await titles('?start=2100-01-01T00:00:00Z&stop=2000-01-01T00:00:00Z'), [])
  assert.equal(await titles('?offset=1000000000'), [])
  assert.is((await ask('?sort=-severity'))[0]!.annotation, 'nowhere')
  assert.is((await ask('?interface_id=103'))[0]!.interface!.id, 103)
  assert.is((await world.http('GET', `${path}?colour=red`)).status, 400)
  assert.is((await world.http('POST', `${path}/resolve`, {})).status, 400)
})

test('what a person resolves stays resolved for the hour of the setting, and comes again if it is still true', async () => {
  await clear()
  await world.round({ lost: [condition()] })
  const [event] = await ask()
  const resolved = dataOf<Shown>(await world.http('POST', `${path}/${event!.id}/resolve`))
  assert.is(resolved.resolved_by, 'admin')
  assert.is((await world.http('POST', `${path}/${event!.id}/resolve`)).status, 409)
  await world.round()
  assert.equal(await world.open(), [])
  world.pass(3550)
  await world.round()
  assert.equal(await world.open(), [])
  world.pass(60)
  await world.round()
  assert.equal(await world.open(), ['lost'])
  // It ended in the meantime: the next time is news at once.
  await world.http('POST', `${path}/resolve`, { name: 'lost' })
  await world.round({ lost: [] })
  await world.round({ lost: [condition({ title: 'again' })] })
  assert.equal(await world.open(), ['again'])
})

test('an operator switches a name off and changes its severity and delay', async () => {
  await clear()
  const change = (body: object, name = 'lost') => world.http('PUT', `${path}/conditions/${name}`, body)
  await world.round({ lost: [condition()] })
  assert.is((await change({ severity: 'info' })).status, 200)
  await world.round()
  assert.equal(
    (await ask()).map(({ severity }) => severity),
    ['info'],
  )
  await change({ enabled: false })
  await world.round()
  assert.equal(await world.open(), [])
  await change({ enabled: true, severity: null, for_sec: 60 })
  await world.round({ lost: [condition({ since: new Date(Date.now() + 1e9) })] })
  assert.equal(await world.open(), [])
  assert.is((await change({}, 'nothing')).status, 404)
  const flood = (await ask<{ name: string; standard: object }[]>('/conditions')).find(
    ({ name }) => name === 'flood',
  )
  assert.equal(flood!.standard, { severity: 'critical', for_sec: 0 })
  await change({ for_sec: null })
})

test('in a maintenance window events are recorded and marked; what is still wrong at its end is told then', async () => {
  await clear()
  const now = Date.now()
  const made = await world.http('POST', `${path}/windows`, {
    name: 'work',
    starts_at: new Date(now - 60_000).toISOString(),
    ends_at: new Date(now + 1e9).toISOString(),
    device_ids: [7],
  })
  assert.is(made.status, 201, made.text)
  const { id, active } = dataOf<{ id: number; active: boolean }>(made)
  assert.ok(active)
  await world.round({ lost: [condition(), condition({ title: 'theirs', device_id: 8 })] })
  const marks = async () => (await ask()).map(one => `${one.annotation} ${one.maintenance}`).toSorted()
  assert.equal(await marks(), ['lost true', 'theirs false'])
  assert.is((await world.http('DELETE', `${path}/windows/${id}`)).status, 200)
  const seq = await world.service.lastSeq()
  await world.round()
  assert.equal(await marks(), ['lost false', 'theirs false'])
  assert.equal(await world.changes(seq), ['changed lost'])
})

test('windows of other groups, of everything and wrong ones are refused', async () => {
  await clear()
  const times = { starts_at: '2026-01-01T00:00:00Z', ends_at: '2026-01-02T00:00:00Z' }
  const add = (body: object, key?: string) =>
    world.http('POST', `${path}/windows`, { name: 'w', ...body }, key)
  for (const foreign of [{ group_ids: [72] }, { device_ids: [8] }, { interface_ids: [203] }, {}])
    assert.is((await add({ ...times, ...foreign }, ours)).status, 404, JSON.stringify(foreign))
  const theirs = dataOf<{ id: number }>(await add({ ...times, device_ids: [8] }))
  assert.is((await world.http('GET', `${path}/windows/${theirs.id}`, undefined, ours)).status, 404)
  assert.is((await world.http('DELETE', `${path}/windows/${theirs.id}`, undefined, ours)).status, 404)
  const own = await add({ ...times, device_ids: [7], group_ids: [71] }, ours)
  assert.is(own.status, 201)
  assert.equal((await ask('/windows', ours)).length, 1)
  const recurring = { weekdays: [1], from: '02:00', minutes: 60, timezone: 'Mars/Olympus' }
  assert.is((await add({ recurring })).status, 400)
  assert.is((await add({ starts_at: times.ends_at, ends_at: times.starts_at })).status, 400)
  assert.is((await add({ starts_at: times.starts_at })).status, 400)
})

const alert = (more: object = {}, labels: object = {}) => ({
  status: 'firing',
  labels: { alertname: 'errors', severity: 'critical', dev_id: '7', iface_id: '3', ...labels },
  annotations: { summary: 'many errors', description: 'look at it' },
  startsAt: '2026-03-02T10:00:00.000Z',
  endsAt: '0001-01-01T00:00:00Z',
  generatorURL: 'http://prometheus/graph',
  fingerprint: 'c1e2a7b0d4f53a96',
  unknown: { of: 'a later version' },
  ...more,
})
const bring = async (alerts: unknown[], more: object = {}, key = ingest) => {
  const body = {
    version: '4',
    status: 'firing',
    receiver: 'r',
    groupKey: 'k',
    truncatedAlerts: 0,
    alerts,
    ...more,
  }
  return world.http('POST', '/system/alertmanager-webhook', { ...body, notification_reason: 'new' }, key)
}
const counts = async (alerts: unknown[], more: object = {}) => {
  const answer = await bring(alerts, more)
  assert.is(answer.status, 200, answer.text)
  const { opened, resolved, ignored } = dataOf<Record<string, number>>(answer)
  return [opened, resolved, ignored]
}

test('an alert twice is one event, at its device and interface; resolved ends it, also repeated', async () => {
  await clear()
  assert.equal(await counts([alert(), alert()]), [1, 0, 1])
  assert.equal(await counts([alert()]), [0, 0, 1])
  const [event] = await ask()
  assert.equal(
    [event!.name, event!.annotation, event!.severity, event!.device!.id, event!.interface!.id],
    ['errors', 'many errors', 'critical', 7, 103],
  )
  const ended = alert({ status: 'resolved', endsAt: '2026-03-02T11:00:00.000Z' })
  assert.equal(await counts([ended]), [0, 1, 0])
  assert.equal(await counts([ended, alert()]), [0, 0, 2])
  assert.equal(await world.open(), [])
  // A round of the engine leaves alerts alone.
  assert.equal(await counts([alert({ startsAt: '2026-03-02T12:00:00.000Z' })]), [1, 0, 0])
  await world.round()
  assert.equal(await world.open(), ['many errors'])
  assert.equal(await counts([alert()]), [0, 0, 1])
})

test('resolved before firing, a new begin without an end, truncated, no fingerprint, times that are none', async () => {
  await clear()
  assert.equal(await counts([alert({ status: 'resolved', endsAt: '2026-03-02T11:00:00Z' })]), [0, 0, 1])
  assert.equal(await counts([alert()]), [0, 0, 1])
  assert.equal(await counts([alert({ startsAt: '2026-03-03T10:00:00Z' })]), [1, 0, 0])
  assert.equal(await counts([alert({ startsAt: '2026-03-04T10:00:00Z' })], { truncatedAlerts: 7 }), [1, 1, 0])
  assert.equal(await counts([alert({ fingerprint: undefined }, { ip: '192.0.2.8', dev_id: '' })]), [1, 0, 0])
  assert.equal(await counts([alert({ startsAt: 'yesterday' })]), [0, 0, 1])
  assert.is((await bring([{ labels: 7 }])).status, 400)
  const [, mine] = (await ask('?not_resolved=1&sort=id')) as [Shown, Shown]
  assert.is(mine.device!.id, 8)
})

test('10,000 alerts in one message; of a device of another group only the text is kept', async () => {
  await clear()
  const many = Array.from({ length: 10_000 }, (_, n) => alert({ fingerprint: `f${n}` }, { n: String(n) }))
  assert.equal(await counts(many), [10_000, 0, 0])
  const limited = await keyOf(world, ['events_ingest'], [72])
  await bring([alert({ fingerprint: 'foreign' })], {}, limited)
  const [foreign] = await world.sql<{ device_id: number | null }>(
    `select device_id from events_event where fingerprint = 'foreign'`,
  )
  assert.is(foreign!.device_id, null)
  assert.is((await bring([alert()], {}, ours)).status, 403)
  const answer = await world.http('POST', `${path}/resolve`, { name: 'errors' })
  assert.equal(dataOf(answer), { resolved: 10_000, more: true })
})

test('an alert that a person resolved comes again an hour later if it is told again', async () => {
  await clear()
  await counts([alert()])
  await world.http('POST', `${path}/resolve`, { name: 'errors' })
  assert.equal(await counts([alert()]), [0, 0, 1])
  world.pass(3700)
  assert.equal(await counts([alert()]), [1, 0, 0])
})
