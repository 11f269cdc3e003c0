import { lookSoon } from '@linecard/plugin-kit'
import { assert, suite, until } from '@linecard/test-kit'
import { condition, dataOf, startWorld, type Sky } from './world.ts'

const test = suite('events: the engine')
let world: Sky
test.before(async () => {
  world = await startWorld(
    { lost: {}, slow_lost: { forSec: 60 }, flood: { severity: 'critical' } },
    { source_timeout_sec: 2 },
  )
})
test.after(() => world?.stop())
const clear = async () => {
  await world.round({})
  await world.sql('truncate events_event, events_change, events_waiting cascade')
}

interface Shown {
  name: string
  annotation: string
  severity: string
  device: { id: number } | null
  resolved_at: string | null
  resolved_by: string | null
}
const list = async (query = '') => dataOf<Shown[]>(await world.http('GET', `/component/events${query}`))

test('a condition opens an event, changes it, and ends it, each time told once', async () => {
  await clear()
  await world.round({ lost: [condition()], flood: [condition({ title: 'wet', device_id: null })] })
  await world.round()
  assert.equal(await world.open(), ['lost', 'wet'])
  await world.round({ lost: [condition({ title: 'really lost', severity: 'critical' })] })
  assert.equal(await world.open(), ['really lost'])
  await world.round({})
  assert.equal((await world.changes()).toSorted(), [
    'changed really lost',
    'opened lost',
    'opened wet',
    'resolved really lost',
    'resolved wet',
  ])
  const [event] = await list('?name=lost')
  assert.equal([event!.severity, event!.device!.id, event!.resolved_by], ['critical', 7, 'system'])
})

test('a condition becomes an event when it has held for its time, also if its source tells no begin', async () => {
  await clear()
  const young = () => [condition({ title: 'young', since: new Date(Date.now() + 1e9) })]
  await world.round({ slow_lost: young() })
  assert.equal(await world.open(), [])
  world.pass(50)
  await world.round({ slow_lost: young() })
  assert.equal(await world.open(), [])
  world.pass(20)
  await world.round({ slow_lost: young() })
  assert.equal(await world.open(), ['young'])
})

test('a source that throws neither opens nor ends anything', async () => {
  await clear()
  await world.round({ lost: [condition()], flood: [condition({ title: 'wet' })] })
  await world.round({ lost: new Error('no idea'), flood: [] })
  assert.equal(await world.open(), ['lost'])
})

test('a source that fails for five minutes is told; a late one counts as failing, and the others go on', async () => {
  await clear()
  const hang = () => new Promise<never>(() => {})
  await world.round({ lost: new Error('no idea'), flood: [condition({ title: 'wet' })] })
  assert.equal(await world.open(), ['wet'])
  world.pass(310)
  await world.round({ lost: hang, flood: [] })
  assert.equal(await world.open(), ['It is not known whether lost holds'])
  const [event] = await list('?name=source_failing')
  assert.is(event!.device, null)
  await world.round({ lost: [], flood: [] })
  assert.equal(await world.open(), [])
})

test('a condition that comes and goes opens a bounded number of events, and ends when it is quiet', async () => {
  await clear()
  for (let n = 0; n < 20; n++) {
    await world.round({ lost: [condition()] })
    await world.round({ lost: [] })
  }
  const [count] = await world.sql<{ count: number }>('select count(*)::int as count from events_event')
  assert.is(count!.count, 5)
  assert.equal(await world.open(), ['lost'])
  world.pass(599)
  await world.round({ lost: [] })
  assert.equal(await world.open(), ['lost'])
  world.pass(10)
  await world.round({ lost: [] })
  assert.equal(await world.open(), [])
})

const above = (title: string, devices: number[], ports: number[], more = {}) =>
  condition({
    title,
    device_id: null,
    part: title,
    below: { device_ids: devices, interface_ids: ports, customers: 12 },
    since: new Date(),
    ...more,
  })
const parents = async () => {
  const rows = await world.sql<{ title: string; above: string | null }>(
    `select e.title, p.title as above from events_event e left join events_event p on p.id = e.parent_id
     where e.resolved_at is null order by e.title`,
  )
  return rows.map(row => `${row.title} < ${row.above}`)
}

test('what lies below an event has it as parent, also what opens later; never an unrelated or an older one', async () => {
  await clear()
  const now = new Date()
  const old = new Date(now.getTime() - 3_600_000)
  const lost = [
    condition({ title: 'port', interface_id: 101, since: now }),
    condition({ title: 'old port', interface_id: 102, since: old }),
    condition({ title: 'other', interface_id: 109, since: now }),
  ]
  await world.round({ lost, flood: [above('cut', [], [101, 102, 103])] })
  assert.equal(await parents(), ['cut < null', 'old port < null', 'other < null', 'port < cut'])
  lost.push(condition({ title: 'late port', interface_id: 103, since: new Date() }))
  await world.round({
    lost,
    flood: [above('cut', [], [101, 102, 103], { since: now }), above('all', [7], [])],
  })
  // The device has one member, the cut three: the one with the fewest explains most closely.
  assert.equal(await parents(), [
    'all < null',
    'cut < null',
    'late port < all',
    'old port < null',
    'other < all',
    'port < all',
  ])
  const seq = await world.service.lastSeq()
  await world.round({ lost, flood: [] })
  assert.equal(await parents(), ['late port < null', 'old port < null', 'other < null', 'port < null'])
  assert.equal((await world.changes(seq)).toSorted(), [
    'changed late port',
    'changed other',
    'changed port',
    'resolved all',
    'resolved cut',
  ])
})

test('an event about several ports lies below one that has all of them, and not below one that lacks one', async () => {
  await clear()
  const flood = [
    above('card', [], [101, 102, 103]),
    above('ports', [], [101, 102]),
    above('more', [], [101, 109]),
  ]
  await world.round({ flood })
  assert.equal(await parents(), ['card < null', 'more < null', 'ports < card'])
  await world.round({ flood: flood.slice(1) })
  assert.equal(await parents(), ['more < null', 'ports < null'])
})

test('events below each other make no circle', async () => {
  await clear()
  const now = new Date()
  const mutual = [
    condition({ title: 'a', since: now, below: { device_ids: [8], interface_ids: [], customers: null } }),
    condition({
      title: 'b',
      device_id: 8,
      since: now,
      below: { device_ids: [7], interface_ids: [], customers: null },
    }),
  ]
  await world.round({ lost: mutual })
  assert.equal(await parents(), ['a < null', 'b < a'])
})

test('devices that are named are looked at within a second; of the others nothing ends', async () => {
  await clear()
  await world.round({ lost: [condition(), condition({ title: 'theirs', device_id: 8 })] })
  world.scene.asked = []
  world.scene.holding = { lost: [] }
  world.events.ctx.events.emit(lookSoon, { device_ids: [7], names: ['lost'] })
  await until('the event ends', async () => (await world.open()).length === 1)
  assert.equal(await world.open(), ['theirs'])
  assert.equal(world.scene.asked, [['lost', [7]]])
})

test('100,000 looks in a moment are one round', async () => {
  await clear()
  world.scene.asked = []
  for (let id = 0; id < 100_000; id++) world.events.ctx.events.emit(lookSoon, { device_ids: [id] })
  await until('everything is looked at', () => world.scene.asked.some(([, ids]) => ids === null))
  assert.ok(world.scene.asked.length <= 6, String(world.scene.asked.length))
})

test('what a device says does not harm: NUL, half pairs, long texts, many labels, times of the future', async () => {
  await clear()
  const labels = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`l${n}`, 'x'.repeat(1000)]))
  const title = `\0<b>\ud800${'t'.repeat(5000)}`
  await world.round({ lost: [condition({ title, labels, part: '\0', since: new Date(NaN) })] })
  const [row] = await world.sql<{ title: string; labels: number }>(
    `select title, (select count(*)::int from jsonb_object_keys(labels)) as labels from events_event`,
  )
  assert.is(row!.title.length, 199)
  assert.is(row!.labels, 50)
})

test('a happening is recorded once', async () => {
  await clear()
  const what = {
    name: 'device_rebooted',
    severity: 'info' as const,
    device_id: 7,
    interface_id: null,
    part: '',
    title: 'restarted',
    description: '',
    labels: {},
    time: new Date('2026-03-02T10:00:00Z'),
  }
  await Promise.all([1, 2, 3].map(() => world.service.happened(what)))
  await world.service.happened({ ...what, time: new Date('2026-03-02T11:00:00Z') })
  assert.equal(await world.changes(), ['happened restarted', 'happened restarted'])
  assert.equal(await world.open(), [])
})

test('numbers of changes grow by commits: a reader beside many writers misses none', async () => {
  await clear()
  const seen: number[] = []
  let writing = true
  const base = await world.service.lastSeq()
  const reader = (async () => {
    let last = base
    for (let idle = false; ;) {
      const changes = await world.service.changesAfter(last, 7)
      for (const { seq } of changes) seen.push((last = seq))
      if (changes.length === 0 && idle) return
      idle = !writing
    }
  })()
  const alerts = (n: number) => ({
    alerts: Array.from({ length: 10 }, (_, m) => ({
      labels: { alertname: `a${n}` },
      startsAt: '2026-03-02T10:00:00Z',
      fingerprint: `${n} ${m}`,
    })),
  })
  await Promise.all([
    ...Array.from({ length: 20 }, (_, n) => world.http('POST', '/system/alertmanager-webhook', alerts(n))),
    ...Array.from({ length: 5 }, () =>
      world.http('POST', '/component/events/resolve', { not_resolved: true }),
    ),
    world.round({ lost: [condition()] }),
  ])
  writing = false
  await reader
  const [stored] = await world.sql<{ count: number; last: string }>(
    `select count(*)::int as count, max(seq) as last from events_change`,
  )
  assert.is(seen.length, stored!.count)
  assert.is(seen.at(-1), Number(stored!.last))
})
