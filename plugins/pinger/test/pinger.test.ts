import { assert, suite, until } from '@linecard/test-kit'
import { definePlugin, type ReachabilityChanged } from '@linecard/plugin-kit'
import { keyOf } from '@linecard/test-kit/worlds/inventory'
import {
  addDevices,
  at,
  becomes,
  chart,
  dataOf,
  downLog,
  fakeFping,
  startWorld,
  statuses,
  statusOf,
  totals,
  type World,
} from './world.ts'

const test = suite('pinger')
const happened: [name: string, payload: ReachabilityChanged][] = []
/** When the first event came. */
let toldAt = Infinity
const listener = definePlugin({
  id: 'listener',
  api: 1,
  setup(ctx) {
    for (const name of ['device.down', 'device.up'] as const)
      ctx.events.on(name, payload => {
        toldAt = Math.min(toldAt, Date.now())
        happened.push([name, payload])
      })
    return ctx
  },
})
let world: World
let fping: Awaited<ReturnType<typeof fakeFping>>
test.before(async () => {
  fping = await fakeFping()
  fping.use()
  await fping.weather({})
  world = await startWorld({}, [listener])
})
test.after(async () => {
  await world?.stop()
  await fping?.end()
})

const shownStatus = async (id: number) =>
  dataOf<{ status: string }>(await world.http('GET', `/device/${id}`)).status

test('a device that falls silent is down since its first lost echo, and up again since its first answer', async () => {
  const [id, other] = (await addDevices(world, [at(1), at(2)])) as [number, number]
  const up = await becomes(world, id, 'Up')
  assert.equal([up.method, up.reason], ['icmp', null])
  await until('the device list knows', async () => (await shownStatus(id)) === 'Up')
  const silentAt = Date.now()
  await fping.weather({ silent: [at(1)] })
  const down = await becomes(world, id, 'Down')
  const downAt = new Date(down.since as never).getTime()
  // The verdict needs more lost echoes than the first one, which is a period of 200 ms earlier at least.
  await until('the event has come', () => toldAt < Infinity)
  assert.ok(downAt >= silentAt - 500 && downAt <= toldAt - 200, `${silentAt} ${downAt} ${toldAt}`)
  await until('the device list knows', async () => (await shownStatus(id)) === 'Down')
  const [open] = await downLog(world, `device_id=${id}&open=true`)
  assert.equal([open!.down, open!.up], [down.since, null])
  await fping.weather({})
  await becomes(world, id, 'Up')
  const [ended] = await downLog(world, `device_id=${id}`)
  assert.ok(ended!.up !== null && ended!.duration_sec > 0 && ended!.unknown_sec < 1)
  assert.is((await statusOf(world, other)).status, 'Up')
  assert.is((await downLog(world, `device_id=${other}`)).length, 0)
  assert.equal(
    happened.map(([name, { device_id }]) => [name, device_id]),
    [
      ['device.down', id],
      ['device.up', id],
    ],
  )
  assert.equal(happened[1]![1].down_at?.toISOString(), String(open!.down))
})

test('loss and round trip are shown, kept for the chart, and mark the device', async () => {
  const [id] = (await addDevices(world, [at(3)])) as [number]
  await fping.weather({ evenLoss: { [at(3)]: 0.4 } })
  const view = await until('some echoes are counted', async () => {
    const now = await statusOf(world, id)
    return (now.sent ?? 0) >= 20 && now.packet_loss ? now : undefined
  })
  assert.ok(view.loss_percent! > 5 && view.loss_percent! < 95)
  assert.equal([view.rtt_min, view.rtt_avg, view.rtt_max], [0.42, 0.42, 0.42])
  assert.ok((await statuses(world, 'packet_loss=true')).some(({ device_id }) => device_id === id))
  assert.ok((await totals(world)).packet_loss >= 1)
})

test('IPv6 and addresses of IPv4 in IPv6; what may not be asked is unknown, with the reason', async () => {
  const [six, refused] = (await addDevices(world, ['::1', '192.0.2.77'])) as [number, number]
  const mapped = await world.http('POST', '/device', { ip: `::ffff:${at(5)}`, name: 'mapped' })
  const id = dataOf<{ id: number }>(mapped).id
  await becomes(world, six, 'Up')
  await becomes(world, id, 'Up')
  assert.equal(
    [(await statusOf(world, refused)).status, (await statusOf(world, refused)).reason],
    ['Unknown', 'address_refused'],
  )
  const started = await fping.starts()
  for (const { args, targets } of started)
    for (const ip of targets) assert.is(args.includes('-6'), ip.includes(':'), ip)
  assert.ok(started.some(({ targets }) => targets.includes(at(5))))
  assert.not.ok(started.some(({ targets }) => targets.includes('192.0.2.77')))
  const zone = await world.http('POST', '/device', { ip: 'fe80::1%lo', name: 'zone' })
  assert.is(zone.status, 400)
})

test('a device that is switched off, moved or removed is asked no more, and nobody goes down for it', async () => {
  const [off, moved, gone, stays] = (await addDevices(world, [at(11), at(12), at(13), at(14)])) as number[]
  for (const id of [off, moved, gone, stays]) await becomes(world, id!, 'Up')
  const before = await downLog(world)
  await world.http('PUT', `/device/${off}`, { enabled: false })
  await world.http('PUT', `/device/${moved}`, { ip: at(15) })
  await world.http('DELETE', `/device/${gone}`)
  await until('the new address is asked', async () => {
    const last = (await fping.starts()).findLast(({ args }) => args.includes('-l'))
    return last?.targets.includes(at(15)) && ![at(11), at(12), at(13)].some(ip => last.targets.includes(ip))
  })
  await becomes(world, moved!, 'Up')
  const now = await statusOf(world, off!)
  assert.equal([now.status, now.reason], ['Unknown', 'disabled'])
  assert.is(await shownStatus(off!), 'Unknown')
  assert.is((await world.http('GET', `/component/pinger/statuses/${gone}`)).status, 404)
  assert.is((await statusOf(world, stays!)).status, 'Up')
  assert.equal(await downLog(world), before)
})

test('people see the devices of their groups only', async () => {
  await world.sql(`insert into inventory_group (id, name) values (71, 'ours')`)
  const [ours] = (await addDevices(world, [at(21)], 71)) as [number]
  const [theirs] = (await addDevices(world, [at(22)])) as [number]
  await becomes(world, ours, 'Up')
  const key = await keyOf(world, ['device_show'], [71])
  assert.equal(
    (await statuses(world, 'limit=1000', key)).map(({ device_id }) => device_id),
    [ours],
  )
  assert.equal((await totals(world, key)).total, 1)
  assert.equal(await downLog(world, 'limit=1000', key), [])
  for (const path of ['statuses', 'chart'])
    assert.is((await world.http('GET', `/component/pinger/${path}/${theirs}`, undefined, key)).status, 404)
  const none = await keyOf(world, [], [])
  for (const path of ['statuses', 'down-log', 'widgets/totals', `chart/${ours}`])
    assert.is((await world.http('GET', `/component/pinger/${path}`, undefined, none)).status, 403, path)
})

test('pages, filters and orders of the statuses', async () => {
  const page = await world.http('GET', '/component/pinger/statuses?limit=2&offset=1&sort=-ip')
  assert.is((page.body.data as unknown[]).length, 2)
  assert.ok((page.body.meta as unknown as { total: number }).total > 5)
  assert.equal(
    (await statuses(world, `query=${at(14)}`)).map(({ device }) => (device as { ip: string }).ip),
    [at(14)],
  )
  for (const { status } of await statuses(world, 'status=Unknown')) assert.is(status, 'Unknown')
  for (const sort of ['name', 'ip', '-status', 'since', '-loss_percent', 'rtt_avg', 'device_id'])
    assert.is((await world.http('GET', `/component/pinger/statuses?sort=${sort}`)).status, 200, sort)
  assert.is((await world.http('GET', '/component/pinger/statuses?sort=secret')).status, 400)
})

test('fping that ends or cannot start makes devices unknown, not down; it is started again', async () => {
  const [id] = (await addDevices(world, [at(31)])) as [number]
  await becomes(world, id, 'Up')
  const before = (await downLog(world)).length
  await fping.weather({ fail: `fping: can't create socket (must run as root?)`, exit: 4 })
  const view = await becomes(world, id, 'Unknown')
  assert.is(view.reason, 'no_answer_yet')
  assert.ok(world.log.some(line => line.includes('must run as root')))
  assert.is((await downLog(world)).length, before)
  await fping.weather({})
  await becomes(world, id, 'Up')
  const { availability } = await statusOf(world, id)
  assert.is(availability.day.percent, 100)
  assert.is(availability.day.down_sec, 0)
})

test('the chart gives what was measured, at any step, and refuses what is no period', async () => {
  const id = (await statuses(world, `query=${at(3)}`)).at(0)!.device_id
  await world.sql(
    `insert into pinger_sample (device_id, step_sec, time, sent, lost, rtt_min, rtt_sum, rtt_max)
     select $1, 300, date_trunc('hour', now()) - interval '3 hours' + n * interval '5 minutes', 30, n, 1, 10 * (30 - n), 20
     from generate_series(0, 11) n`,
    [id],
  )
  const start = new Date(Date.now() - 12 * 3_600_000).toISOString()
  const fine = await chart(world, id, `start=${start}&step=300`)
  assert.equal([fine.unit, fine.step_sec], ['ms', 300])
  assert.equal(
    fine.points
      .slice(0, 2)
      .map(({ sent, lost, loss_percent, rtt_min, rtt_avg, rtt_max }) => [
        sent,
        lost,
        loss_percent,
        rtt_min,
        rtt_avg,
        rtt_max,
      ]),
    [
      [30, 0, 0, 1, 10, 20],
      [30, 1, 3.3333, 1, 10, 20],
    ],
  )
  const coarse = await chart(world, id, `start=${start}&step=3600`)
  assert.equal([coarse.points[0]!.sent, coarse.points[0]!.lost], [360, 66])
  assert.is((await world.http('GET', `/component/pinger/chart/${id}?start=2030-01-01T00:00:00Z`)).status, 400)
  const year = '2024-01-01T00:00:00Z'
  assert.is((await world.http('GET', `/component/pinger/chart/${id}?start=${year}`)).status, 200)
  assert.is(
    (await world.http('GET', `/component/pinger/chart/${id}?start=1990-01-01T00:00:00Z&step=300`)).status,
    400,
  )
})
