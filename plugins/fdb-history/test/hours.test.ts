import { assert, suite } from '@linecard/test-kit'
import { keepFdb } from '../src/pollers.ts'
import { at, fdbRow, startWorld, stays, type Houses, type Seen } from './world.ts'

const test = suite('fdb-history: hours and limits of stays')
let world: Houses
test.before(async () => {
  world = await startWorld({ port_rows: 20, device_rows: 10, gap_min: 60 })
})
test.after(() => world?.stop())
/** A test that begins without any history. */
const fresh = (name: string, work: () => Promise<void>) =>
  test(name, async () => {
    await world.sql('truncate fdb_history_interval, fdb_history_reading')
    await work()
  })

const read = (minute: number, seen: readonly Seen[], complete = true) =>
  keepFdb(world.history.ctx, { deviceId: 7, data: seen.map(row => fdbRow(row)), complete, time: at(minute) })
/** Addresses `first` to `last` at port 1. */
const macs = (first: number, last: number): Seen[] =>
  Array.from({ length: last - first + 1 }, (_, n) => [`02:00:00:00:00:${first + n}`, 1])
const a: Seen = ['02:00:00:00:0A:01', 1]
const b: Seen = ['02:00:00:00:0A:02', 2]

fresh(
  'stays above the limit are told once an hour, be it one; the next hour begins to the minute',
  async () => {
    assert.equal(await read(0, macs(10, 19)), { begun: 10, closed: 0, flapping: null, left: 0 })
    assert.equal(await read(1, macs(11, 20)), { begun: 0, closed: 1, flapping: 0, left: 1 })
    assert.equal(await read(59, macs(11, 20)), { begun: 0, closed: 0, flapping: null, left: 1 })
    assert.equal(await read(60, macs(12, 21)), { begun: 2, closed: 1, flapping: null, left: 0 })
    assert.equal(await read(61, [...macs(12, 12), ...macs(30, 38)]), {
      begun: 8,
      closed: 9,
      flapping: 0,
      left: 1,
    })
  },
)

fresh('one address that moves without end is told', async () => {
  const moved: Seen = [a[0], 3]
  for (const minute of [0, 2, 4]) {
    assert.equal(await read(minute, [a]), { begun: 1, closed: minute && 1, flapping: null, left: 0 })
    assert.equal(await read(minute + 1, [moved]), { begun: 1, closed: 1, flapping: null, left: 0 })
  }
  assert.equal(await read(6, [a]), { begun: 0, closed: 1, flapping: 1, left: 0 })
  assert.equal(await read(7, [moved]), { begun: 0, closed: 1, flapping: null, left: 0 })
})

fresh('what incomplete readings have is written an hour after it was last seen or read whole', async () => {
  await read(0, [a, b])
  await read(50, [a, b])
  await read(70, [b], false)
  assert.equal(await stays(world), ['01 101 0-50 open', '02 102 0-50 open'])
  await read(110, [b], false)
  assert.equal(await stays(world), ['01 101 0-50 open', '02 102 0-110 open'])
  await read(169, [b], false)
  assert.equal(await stays(world), ['01 101 0-50 open', '02 102 0-110 open'])
  await read(170, [b], false)
  assert.equal(await stays(world), ['01 101 0-50 open', '02 102 0-170 open'])
})

fresh('a stay that goes on in an incomplete reading was seen then', async () => {
  await read(0, [a, b])
  await read(10, [b])
  await read(20, [a], false)
  assert.equal(await stays(world), ['01 101 0-20 open', '02 102 0-10 open'])
})

fresh('a stay is not written again while it lasts, however long ago the reading before was', async () => {
  const versions = () => world.sql<{ x: string }>('select xmin::text as x from fdb_history_interval')
  await read(0, [a])
  const before = await versions()
  await read(200, [a])
  assert.equal(await versions(), before)
})

fresh('a stay ends when it was missed, and not before it began', async () => {
  const ends = async () => {
    const rows = await world.sql<{ closed_at: string; first_seen: string }>(
      'select closed_at, first_seen from fdb_history_interval where closed_at is not null',
    )
    return rows.map(row => [row.first_seen, row.closed_at].map(text => new Date(text).getTime()))
  }
  await read(0, [a, b])
  await read(10, [b])
  assert.equal(await ends(), [[at(0).getTime(), at(10).getTime()]])
  // The clock was ahead, and was put back.
  await world.sql('truncate fdb_history_interval, fdb_history_reading')
  const ahead = Math.round((Date.now() - at(0).getTime()) / 60_000) + 600
  await read(ahead, [a])
  await read(0, [b])
  assert.equal(await ends(), [[at(ahead).getTime(), at(ahead).getTime()]])
})
