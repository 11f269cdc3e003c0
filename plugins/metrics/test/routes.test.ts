import { assert, suite } from '@linecard/test-kit'
import { percentileOf } from '../src/answers/percentile.ts'
import { monthOf, periodOf } from '../src/answers/period.ts'
import { chart, keyOf, startWorld, valuesOf, type World } from './world.ts'

const test = suite('charts')
let world!: World
let stranger!: string
const now = Math.floor(Date.now() / 300_000) * 300
const base = '/component/metrics_wrapper'
const in5 = 'interface_receive_bytes_per_second'
/** Shown in bit/s. */
const shown5 = 'interface_receive_bits_per_second'

test.before(async () => {
  world = await startWorld()
  stranger = await keyOf(world, [72])
  // One hundred averages of 5 minutes, 1 to 100 octets a second in, the half of it out.
  for (let at = 1; at <= 100; at++) {
    const point = { device_id: 7, interface_id: 101, part: '', time: (now - (100 - at) * 300) * 1000 }
    world.use('series').add([
      { ...point, metric: in5, value: at },
      { ...point, metric: 'interface_transmit_bytes_per_second', value: at / 2 },
    ])
  }
  await world.use('series').flush()
})
test.after(() => world?.stop())

const ask = async (path: string, key?: string) => {
  const { status, body } = await world.http('GET', `${base}/${path}`, undefined, key)
  return { status, code: body.error?.code, data: body.data as never, meta: body.meta }
}

test('a device or an interface of another group is unknown, as one that does not exist', async () => {
  for (const query of ['device_id=7', 'interface_id=101'])
    for (const operation of ['traffic', 'series?metric=interface_up']) {
      const hidden = await ask(`${operation}${operation.includes('?') ? '&' : '?'}${query}`, stranger)
      assert.is(hidden.status, 404, `${operation} ${query}`)
    }
  assert.is((await ask('percentile?interface_id=101', stranger)).status, 404)
  assert.is((await ask('cpu?device_id=2000000000')).status, 404)
  assert.is((await ask('cpu?device_id=8', stranger)).status, 200)
})

test('without the permission nothing is told', async () => {
  const nobody = await keyOf(world, [], ['device_show'])
  assert.is((await ask('traffic?interface_id=101', nobody)).status, 403)
  assert.is((await ask('metrics', await keyOf(world, [], ['prom_chart_info']))).status, 403)
})

test('a question names a device or an interface, and what it can have', async () => {
  assert.is((await ask('traffic')).code, 'METRICS_SUBJECT')
  assert.is((await ask('traffic?device_id=7&interface_id=101')).code, 'METRICS_SUBJECT')
  assert.is((await ask('cpu?interface_id=101')).code, 'METRICS_NOT_OF_DEVICE')
  assert.is((await ask('series?metric=weather&device_id=7')).status, 400)
  assert.is((await ask('traffic?interface_id=101&start=yesterday')).code, 'METRICS_PERIOD')
  assert.is((await ask('traffic?interface_id=101&start=200&end=100')).code, 'METRICS_PERIOD')
})

test('the old path of the reference system answers the same', async () => {
  const query = `traffic?interface_id=101&start=${now - 600}&end=${now}&step=300`
  const here = await world.http('GET', `${base}/${query}`)
  const there = await world.http('GET', `/component/prometheus_wrapper/${query}`)
  assert.is(there.status, 200)
  assert.equal(there.body.data, here.body.data)
})

test('no series has more than 11,000 points: the step becomes larger and is told', async () => {
  const month = await chart(world, 'traffic', {
    interface_id: 101,
    start: now - 6 * 86_400,
    end: now,
    step: 10,
  })
  assert.ok(month.step > 10)
  for (const { points } of month.series) assert.ok(points.length <= 11_000, String(points.length))
  const bounds = { now: new Date(now * 1000), series: 1, stepFrom: (_: number, step: number) => step }
  for (const days of [1, 7, 30, 365, 3650]) {
    const { from, to, step } = periodOf({ start: String(now - days * 86_400), step: 1 }, bounds)
    assert.ok((to - from) / step + 1 <= 11_000, `${days} days, step ${step}`)
  }
  const many = periodOf({ start: String(now - 86_400), step: 10 }, { ...bounds, series: 2000 })
  assert.ok(((many.to - many.from) / many.step) * 2000 <= 1_000_000)
})

test('a time without values is null, at every point of the grid', async () => {
  const { series, step, start, end } = await chart(world, 'traffic', {
    interface_id: 101,
    start: new Date((now - 35_400) * 1000).toISOString(),
    end: now,
    step: 300,
  })
  assert.equal([step, start, end], [300, now - 35_400, now])
  const values = series.find(({ labels }) => labels['metric'] === shown5)!.points
  assert.is(values.length, 119)
  assert.equal(
    values.slice(0, 20).map(([, value]) => value),
    [...Array.from({ length: 19 }, () => null), 8],
  )
  assert.equal(values.at(-1), [now, 800])
})

test('all interfaces of a device, page by page', async () => {
  const { data, meta } = await ask(`traffic?device_id=7&start=${now - 600}&end=${now}&step=300&limit=4`)
  assert.equal(meta, { total: 10, limit: 4, offset: 0 })
  assert.is((data as { series: unknown[] }).series.length, 2)
  const rest = await ask(`traffic?device_id=7&start=${now - 600}&end=${now}&step=300&limit=4&offset=4`)
  assert.is((rest.data as { series: unknown[] }).series.length, 0)
})

test('the largest of a period is not its average', async () => {
  const asked = { interface_id: 101, start: now - 3600, end: now, step: 900 }
  const last = async (aggregate: string) =>
    valuesOf(await chart(world, 'traffic', { ...asked, aggregate }), shown5).at(-1)
  const [avg, min, max] = await Promise.all(['avg', 'min', 'max'].map(last))
  const inLast = Array.from({ length: 100 }, (_, at) => at + 1).filter(
    at =>
      now - (100 - at) * 300 > Math.floor(now / 900) * 900 - 900 &&
      now - (100 - at) * 300 <= Math.floor(now / 900) * 900,
  )
  assert.equal([min, max], [inLast[0]! * 8, inLast.at(-1)! * 8])
  assert.is(avg, (inLast.reduce((sum, one) => sum + one, 0) / inLast.length) * 8)
})

test('the 95th percentile is the nearest rank of the 5-minute averages, and gaps are no zeros', async () => {
  const query = `percentile?interface_id=101&start=${now - 600 * 300}&end=${now}`
  const { data } = await ask(query)
  const { receive, transmit, larger, samples, expected, step, unit } = data as Record<string, number>
  assert.equal([receive, transmit, larger], [95 * 8, 47.5 * 8, 95 * 8])
  assert.equal([samples, expected, step, unit], [100, 600, 300, 'bit/s'])
  assert.is(((await ask(`${query}&percentile=50`)).data as Record<string, number>)['receive'], 50 * 8)
  assert.is((await ask(`percentile?interface_id=101&month=2026-05&start=1`)).code, 'METRICS_PERIOD')
  assert.is((await ask(`percentile?interface_id=101&month=2026-05`)).status, 200)
  const empty = (await ask(`percentile?interface_id=102`)).data as Record<string, number | null>
  assert.equal([empty['receive'], empty['samples']], [null, 0])
})

test('nearest rank, and months', () => {
  assert.is(percentileOf([], 95), null)
  assert.is(percentileOf([7], 95), 7)
  assert.is(percentileOf([3, 1, 2], 100), 3)
  assert.is(percentileOf([30, 10, 20, 40], 50), 20)
  assert.equal(monthOf('2026-12'), { start: Date.UTC(2026, 11) / 1000, end: Date.UTC(2027, 0) / 1000 })
})

test('expressions need a store that has them', async () => {
  assert.is((await ask('query-range?query=up')).code, 'METRICS_NO_STORE')
})

test('every metric is listed with its unit', async () => {
  const { body } = await world.http('GET', base)
  const names = (body.data as { name: string; unit: string }[]).map(({ name }) => name)
  assert.ok(names.length > 40)
  assert.is(new Set(names).size, names.length)
  assert.ok(names.includes('device_cpu_ratio') && names.includes(in5))
})
