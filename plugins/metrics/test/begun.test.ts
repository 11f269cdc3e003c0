import { assert, suite } from '@linecard/test-kit'
import { operations } from '../src/answers/operations.ts'
import { chart, startWorld, type World } from './world.ts'

/** No series begins before its port or device was known, or had a value. */
const test = suite('begin of series')

const step = 300
const now = Math.floor(Date.now() / 1000 / step) * step
/** Known two hours ago, read since an hour ago, with a gap, and silent for the last quarter. */
const [known, read, gap, silent] = [now - 7200, now - 3600, now - 1800, now - 900]

let world!: World
test.before(async () => {
  world = await startWorld()
  for (const table of ['device', 'interface'])
    await world.sql(`update inventory_${table} set created_at = to_timestamp(${known})`)
  const subjects = operations.flatMap(({ ofDevice, ofInterface }) => [
    ...ofDevice.map(metric => ({ metric, interface_id: null })),
    ...ofInterface.map(metric => ({ metric, interface_id: 101 })),
  ])
  for (let time = read; time < silent; time += step)
    if (time !== gap)
      world
        .use('series')
        .add(subjects.map(one => ({ ...one, device_id: 7, part: '', time: time * 1000, value: 1 })))
  await world.use('series').flush()
})
test.after(() => world?.stop())

const timesOf = (from: number) =>
  Array.from({ length: (now - from) / step + 1 }, (_, nth) => from + nth * step)

for (const { key, ofDevice, ofInterface } of operations)
  for (const subject of [
    ...(ofDevice.length > 0 ? [{ device_id: 7 }] : []),
    ...(ofInterface.length > 0 ? [{ interface_id: 101 }] : []),
  ] as Record<string, number>[])
    test(`${key} of ${Object.keys(subject).join()}: nothing before it was known, gaps after that are null`, async () => {
      const asked = { ...subject, end: now, step }
      const { series, start } = await chart(world, key, { ...asked, start: now - 3 * 86_400 })
      assert.is(start, now - 3 * 86_400)
      assert.ok(series.length > 0)
      for (const { points } of series) {
        assert.equal(
          points.map(([time]) => time),
          timesOf(known),
        )
        const without = points.filter(([, value]) => value === null).map(([time]) => time)
        assert.equal(
          without,
          timesOf(known).filter(time => time < read || time === gap || time >= silent),
        )
      }
      // In the time when it was known there is every point.
      const later = await chart(world, key, { ...asked, start: known + 600 })
      for (const { points } of later.series) assert.is(points[0]![0], known + 600)
    })

test('values of before it was known are shown', async () => {
  const early = known - 86_400
  const point = { device_id: 7, interface_id: 102, part: '', metric: 'interface_receive_bytes_per_second' }
  world.use('series').add([
    { ...point, time: early * 1000, value: 1 },
    { ...point, time: read * 1000, value: 1 },
  ])
  await world.use('series').flush()
  const asked = { interface_id: 102, start: now - 3 * 86_400, end: now, step }
  const { series } = await chart(world, 'traffic', asked)
  assert.equal(
    series.map(({ points }) => points[0]![0]),
    [early],
  )
})
