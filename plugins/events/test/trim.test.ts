import { assert, suite } from '@linecard/test-kit'
import { jobs } from '../src/jobs.ts'
import { condition, startWorld, type Sky } from './world.ts'

const test = suite('events: bounds and grace')
let world: Sky
test.before(async () => {
  world = await startWorld(
    { lost: {} },
    { history_days: 10, history_rows: 1000, change_days: 3, grace_sec: 100, alert_silent_hours: 24 },
  )
})
test.after(() => world?.stop())

const trim = () =>
  jobs['trim']!.run(world.events, {
    args: {},
    signal: AbortSignal.timeout(60_000),
    log: world.events.ctx.log,
    progress() {},
  })
const count = async (what: string) =>
  (await world.sql<{ n: number }>(`select count(*)::int as n from ${what}`))[0]!.n

test('old events and those above the limit are removed, the oldest first; open ones stay, however old', async () => {
  await world.round({ lost: [condition({ title: 'old and open' })] })
  await world.sql(`update events_event set created_at = now() - interval '400 days'`)
  // Ended one minute after each other: 100 beyond the age, then 7,000.
  await world.sql(
    `insert into events_event (key, name, device_id, part, severity, title, description, labels, since, created_at, created_by, resolved_at, resolved_by)
     select lpad(n::text, 16, '0'), 'lost', 7, n::text, 'info', 'n' || n, '', '{}', t, t, 'test', t, 'system'
     from (select n, case when n <= 100 then now() - interval '11 days' else now() - interval '9 days' end + n * interval '1 second' as t
       from generate_series(1, 7100) n) s`,
  )
  await trim()
  assert.is(await count('events_event where resolved_at is not null'), 1000)
  const [left] = await world.sql<{ first: number }>(
    `select min(part::int)::int as first from events_event where resolved_at is not null`,
  )
  assert.is(left!.first, 6101)
  assert.equal(await world.open(), ['old and open'])
  await trim()
  assert.is(await count('events_event'), 1001)
})

test('changes are kept for their days; a reader that was away for longer reads the list', async () => {
  await world.round({ lost: [] })
  await world.round({ lost: [condition({ title: 'again' })] })
  const seq = await world.service.lastSeq()
  await world.sql(`update events_change set time = time - interval '4 days' where seq < $1`, [seq])
  await trim()
  assert.is(await count('events_change'), 1)
  assert.is(await world.service.lastSeq(), seq)
  assert.equal(await world.changes(), ['opened again'])
})

test('an alert that nobody repeats ends after its hours, and is told', async () => {
  const alert = { labels: { alertname: 'silent' }, startsAt: new Date().toISOString(), fingerprint: 'f1' }
  const sent = await world.http('POST', '/system/alertmanager-webhook', { alerts: [alert] })
  assert.is(sent.status, 200, sent.text)
  const open = () => count(`events_event where fingerprint = 'f1' and resolved_at is null`)
  world.pass(23 * 3600)
  await trim()
  assert.is(await open(), 1)
  world.pass(2 * 3600)
  const seq = await world.service.lastSeq()
  await trim()
  assert.is(await open(), 0)
  assert.is((await world.changes(seq)).length, 1)
})

test('after an outage of the installation nothing is opened or ended until what is known is new', async () => {
  await world.round({ lost: [condition({ title: 'held' }), condition({ title: 'ended', part: 'b' })] })
  const before = await world.service.lastSeq()
  // Nobody looked for three hours, then somebody leads again.
  await world.events.lead.stop()
  world.pass(3 * 3600)
  world.scene.holding = { lost: [condition({ title: 'held' }), condition({ title: 'new', part: 'c' })] }
  world.events.lead.start()
  await world.round()
  assert.equal(await world.open(), ['held', 'ended'])
  world.pass(90)
  await world.round()
  assert.equal(await world.open(), ['held', 'ended'])
  assert.is(await world.service.lastSeq(), before)
  world.pass(11)
  await world.round()
  assert.equal(await world.open(), ['held', 'new'])
  // After a short one there is no such time.
  await world.events.lead.stop()
  world.pass(60)
  world.scene.holding = { lost: [] }
  world.events.lead.start()
  await world.round()
  assert.equal(await world.open(), [])
})
