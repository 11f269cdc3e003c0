import { assert, suite, until } from '@linecard/test-kit'
import { createBuffer } from '../src/series/buffer.ts'
import { rowsOf, type Row } from '../src/series/row.ts'

const test = suite('buffer of series')
const row = (time: number): Row => ({ family: 3, device: 7, interface: 0, part: '', time, values: [1] })
const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => row(from + at))

function storeThat({ away = false, max = 100 } = {}) {
  const state = { away, written: [] as number[], lost: [] as [number, string][] }
  const buffer = createBuffer({
    max: () => max,
    async write(batch) {
      if (state.away) throw new Error('away')
      if (batch.some(({ time }) => time < 0)) throw new Error('wrong')
      state.written.push(...batch.map(({ time }) => time))
    },
    isAway: error => error instanceof Error && error.message === 'away',
    onAway: () => undefined,
    onLost: (count, why) => state.lost.push([count, why]),
    onWritten: () => undefined,
  })
  return { buffer, state }
}

test('everything added is written, in order', async () => {
  const { buffer, state } = storeThat()
  buffer.add(rows(0, 30))
  buffer.add(rows(30, 50))
  await buffer.flush()
  assert.equal(
    state.written,
    Array.from({ length: 50 }, (_, time) => time),
  )
  assert.is(buffer.waiting(), 0)
})

test('what comes while a batch is written waits for others', async () => {
  const batches: number[] = []
  const { promise: first, resolve: written } = Promise.withResolvers<void>()
  const buffer = createBuffer({
    max: () => 100,
    async write(batch) {
      batches.push(batch.length)
      if (batches.length === 1) await first
    },
    isAway: () => false,
    onAway: () => undefined,
    onLost: () => undefined,
    onWritten: () => undefined,
  })
  buffer.add(rows(0, 10))
  const flushed = buffer.flush()
  await until('the first batch is on its way', () => batches.length === 1)
  for (let at = 10; at < 15; at++) buffer.add(rows(at, at + 1))
  written()
  await flushed
  assert.equal(batches, [10])
  await until('the others follow', () => batches.length === 2)
  assert.equal(batches, [10, 5])
  assert.is(buffer.waiting(), 0)
})

test('while the store is away the oldest are lost and counted, and nobody waits', async () => {
  const { buffer, state } = storeThat({ away: true })
  buffer.add(rows(0, 80))
  await buffer.flush()
  buffer.add(rows(80, 250))
  assert.is(buffer.waiting(), 100)
  assert.equal(state.lost, [[150, 'full']])
  state.away = false
  await buffer.flush()
  assert.equal(
    state.written,
    Array.from({ length: 100 }, (_, at) => 150 + at),
  )
})

test('rows that are refused do not stop the others', async () => {
  const { buffer, state } = storeThat()
  buffer.add([row(-1)])
  await buffer.flush()
  buffer.add(rows(0, 3))
  await buffer.flush()
  assert.equal(state.lost, [[1, 'refused']])
  assert.equal(state.written, [0, 1, 2])
})

test('it writes by itself, and once more when it stops', async () => {
  const { buffer, state } = storeThat()
  buffer.add([row(1)])
  await until('written', () => state.written.length === 1)
  buffer.add([row(2)])
  await buffer.stop()
  buffer.add([row(3)])
  assert.equal(state.written, [1, 2])
})

test('points of one subject and time are one row; metrics that nobody declared are counted', () => {
  const point = { device_id: 7, interface_id: null, part: '', time: 1000 }
  const { rows: made, unknown } = rowsOf([
    { ...point, metric: 'device_ping_up', value: 1 },
    { ...point, metric: 'device_ping_seconds', value: 0.02 },
    { ...point, metric: 'device_ping_seconds', value: NaN },
    { ...point, metric: 'weather', value: 1 },
  ])
  assert.is(unknown, 2)
  assert.equal(
    made.map(({ values, device, interface: port }) => [device, port, ...values.slice(0, 2)]),
    [[7, 0, 1, 0.02]],
  )
})
