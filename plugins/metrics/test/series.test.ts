import { assert, suite } from '@linecard/test-kit'
import { chart, poll, refOf, runJob, startWorld, valuesOf, type World } from './world.ts'

const test = suite('series in PostgreSQL')
let world!: World
test.before(async () => {
  world = await startWorld()
})
test.after(() => world?.stop())

const minute = 60_000
/** A whole number of 5 minutes, two hours ago. */
const begin = Math.floor(Date.now() / 300_000) * 300_000 - 120 * minute
const receive = 'interface_receive_bits_per_second'

const countersOf = (bindKey: number, octets: bigint | number, more: Record<string, unknown> = {}) => ({
  interface: refOf(bindKey),
  ...Object.fromEntries(
    ['ucast_pkts', 'multicast_pkts', 'broadcast_pkts', 'errors', 'discards'].flatMap(name => [
      [`in_${name}`, null],
      [`out_${name}`, null],
    ]),
  ),
  in_octets: typeof octets === 'bigint' ? String(octets) : octets,
  out_octets: 0,
  bits: 64,
  ...more,
})
const flush = () => world.use('series').flush()
const seconds = (ms: number) => ms / 1000

test('counters become traffic in bit/s, with unit and step', async () => {
  for (let at = 0; at <= 10; at++) {
    const time = begin + at * minute
    const uptime = 1_000_000 + at * 6_000
    await poll(world, 'counters', { time, uptime }, { interface_counters: [countersOf(1, at * 60_000)] })
  }
  await flush()
  const answer = await chart(world, 'traffic', {
    interface_id: 101,
    start: seconds(begin),
    end: seconds(begin + 10 * minute),
    step: 60,
  })
  assert.is(answer.step, 60)
  assert.equal(valuesOf(answer, receive), [null, ...Array.from({ length: 10 }, () => 8_000)])
  assert.is(answer.series[0]!.unit, 'bit/s')
  assert.equal(answer.series[0]!.labels, {
    metric: receive,
    device_id: '7',
    device: 'olt "ours"',
    interface_id: '101',
    interface: 'port 01',
  })
})

test('a counter that starts again without a restart is a gap, also where it has outgrown its old value', async () => {
  const steps: [octets: number, discontinuity?: number][] = [
    [1_000, 0],
    [601_000, 0],
    [900_000, 9_000.5],
    [1_500_000, 9_000.5],
    // The device falls silent before this column.
    [2_100_000],
    [2_400_000, 9_180],
  ]
  for (const [at, [octets, discontinuity]] of steps.entries())
    await poll(
      world,
      'counters',
      { time: begin + at * minute, uptime: 890_000 + at * 6_000 },
      { interface_counters: [countersOf(6, octets, discontinuity === undefined ? {} : { discontinuity })] },
    )
  await flush()
  const period = { start: seconds(begin), end: seconds(begin + 5 * minute), step: 60 }
  const answer = await chart(world, 'traffic', { interface_id: 106, ...period })
  assert.equal(valuesOf(answer, receive).slice(0, 6), [null, 80_000, null, 80_000, 80_000, null])
})

test('an uptime that was read long before slow counters, or just before fast ones, is no gap and no other rate', async () => {
  for (const [at, lateMs] of [0, 40_000, 0, 90_000].entries()) {
    const read = begin + at * 5 * minute
    const [time, uptime] = [read + lateMs, 5_000_000 + at * 30_000]
    const octets = Math.round((time - begin) * 10)
    await poll(
      world,
      'counters',
      { time, uptime, uptimeAt: read },
      { interface_counters: [countersOf(8, octets)] },
    )
  }
  await flush()
  const answer = await chart(world, 'traffic', {
    interface_id: 108,
    start: seconds(begin),
    end: seconds(begin + 17 * minute),
    step: 60,
  })
  assert.equal(
    valuesOf(answer, receive).filter(value => value !== null),
    [80_000, 80_000, 80_000],
  )
})

test('clears, restarts and silence are gaps, and there is no spike', async () => {
  const steps: [octets: number, uptime: number][] = [
    [1_000_000, 100_000],
    [1_600_000, 106_000],
    [500, 112_000],
    [60_500, 118_000],
    [120, 3_000],
    [60_120, 9_000],
  ]
  for (const [at, [octets, uptime]] of steps.entries())
    await poll(
      world,
      'counters',
      { time: begin + at * minute, uptime },
      { interface_counters: [countersOf(2, octets)] },
    )
  const later = begin + 40 * minute
  await poll(
    world,
    'counters',
    { time: later, uptime: 213_000 },
    { interface_counters: [countersOf(2, 10 ** 9)] },
  )
  await flush()
  const answer = await chart(world, 'traffic', {
    interface_id: 102,
    start: seconds(begin),
    end: seconds(later),
    step: 60,
  })
  const values = valuesOf(answer, receive)
  assert.equal(values.slice(0, 6), [null, 80_000, null, 8_000, null, 8_000])
  assert.ok(values.slice(6).every(value => value === null))
  assert.is(values.length, 41)
})

test('a port whose index moved keeps its series, and nothing is mixed up', async () => {
  const time = begin
  const moved = { ...refOf(3), if_index: 77, name: 'other name' }
  await poll(
    world,
    'counters',
    { time, uptime: 0 },
    { interface_counters: [countersOf(3, 0), countersOf(4, 10 ** 9)] },
  )
  await poll(
    world,
    'counters',
    { time: time + minute, uptime: 6_000 },
    { interface_counters: [countersOf(4, 10 ** 9), { ...countersOf(3, 60), interface: moved }] },
  )
  await flush()
  const asked = { start: seconds(time), end: seconds(time + minute), step: 60 }
  assert.equal(valuesOf(await chart(world, 'traffic', { ...asked, interface_id: 103 }), receive), [null, 8])
  assert.equal(valuesOf(await chart(world, 'traffic', { ...asked, interface_id: 104 }), receive), [null, 0])
})

test('another process goes on with the last counters', async () => {
  const other = await world.another({ plugins: [(await import('../src/index.ts')).default] })
  try {
    const time = begin + 50 * minute
    await poll(world, 'counters', { time, uptime: 0 }, { interface_counters: [countersOf(5, 0)] })
    await poll(
      other,
      'counters',
      { time: time + minute, uptime: 6_000 },
      { interface_counters: [countersOf(5, 600)] },
    )
    // This process has older counters in memory; those of the other one count.
    await poll(
      world,
      'counters',
      { time: time + 2 * minute, uptime: 12_000 },
      { interface_counters: [countersOf(5, 1_800)] },
    )
    await flush()
    await other.use('series').flush()
    const answer = await chart(world, 'traffic', {
      interface_id: 105,
      start: seconds(time),
      end: seconds(time + 2 * minute),
      step: 60,
    })
    assert.equal(valuesOf(answer, receive), [null, 80, 160])
  } finally {
    await other.stop()
  }
})

test('after the clock was put back by an hour, rates go on at once, without a spike', async () => {
  const times = [100, 101, 41, 42].map(at => begin + at * minute)
  for (const [at, time] of times.entries())
    await poll(
      world,
      'counters',
      { time, uptime: 1_000_000 + at * 6_000 },
      { interface_counters: [countersOf(6, 10 ** 9 + at * 60_000)] },
    )
  // One that was overtaken says nothing.
  await poll(
    world,
    'counters',
    { time: times[3]! - 1_000, uptime: 1_020_000 },
    { interface_counters: [countersOf(6, 5)] },
  )
  await flush()
  const answer = await chart(world, 'traffic', {
    interface_id: 106,
    start: seconds(begin + 41 * minute),
    end: seconds(begin + 101 * minute),
    step: 60,
  })
  const values = valuesOf(answer, receive)
  assert.equal([values[0], values[1], values.at(-1)], [null, 8_000, 8_000])
  assert.is(values.filter(value => value !== null).length, 2)
})

test('an interface that an operator does not want is not stored', async () => {
  await world.sql('update inventory_interface set poll_enabled = false where id = 203')
  const told = { device: 8, time: begin }
  await poll(world, 'interfaces_status', told, {
    link_info: [
      { interface: refOf(1), oper_status: 'Up', admin_state: 'Enabled', speed_mbps: 1000 },
      { interface: refOf(2), oper_status: 'Down', admin_state: 'Disabled', speed_mbps: null },
      { interface: refOf(3), oper_status: 'Up', admin_state: 'Enabled', speed_mbps: 1000 },
      { interface: refOf(9), oper_status: 'Up', admin_state: 'Enabled', speed_mbps: 1000 },
    ],
  })
  await flush()
  const asked = { device_id: 8, start: seconds(begin - minute), end: seconds(begin), step: 60 }
  const up = await chart(world, 'series', { ...asked, metric: 'interface_up' })
  assert.equal(
    up.series.map(({ labels, points }) => [labels['interface_id'], points.at(-1)![1]]),
    [
      ['201', 1],
      ['202', 0],
    ],
  )
})

test('values of the device and its parts, each in its unit', async () => {
  await poll(
    world,
    'sys_resources',
    { time: begin },
    {
      sys_resources: {
        cpu: { util: 7, _cpu_count: 1 },
        memory: { util: null, _total: 1000, _used: 250, _free: 750 },
        disk: null,
        interfaces: null,
        cards: [{ id: 3, name: null, cpu_load: 50, memory_usage: null }],
        fans: [{ name: 'Fan 1', status: 'Failed', speed: 0 }],
      },
    },
  )
  await poll(
    world,
    'sensors',
    { time: begin },
    {
      sys_temp: {
        main: 41.5,
        main_from: 'CPU',
        cpu: 41.5,
        board: null,
        sensors: [{ name: 'Inlet', value: null }],
      },
      analog_lines_list: [{ id: 1, name: 'battery', value: 12.6 }],
    },
  )
  await flush()
  const asked = { device_id: 7, start: seconds(begin - minute), end: seconds(begin), step: 60 }
  const cpu = await chart(world, 'cpu', asked)
  assert.equal(
    cpu.series.map(({ labels, unit, points }) => [labels['part'] ?? '', unit, points.at(-1)![1]!.toFixed(3)]),
    [
      ['', 'ratio', '0.070'],
      ['card 3', 'ratio', '0.500'],
    ],
  )
  const memory = await chart(world, 'memory', asked)
  assert.equal(valuesOf(memory, 'device_memory_ratio').at(-1), 0.25)
  assert.equal(valuesOf(memory, 'device_memory_size_bytes').at(-1), 1000)
  assert.is((await chart(world, 'disk', asked)).series.length, 0)
  assert.is((await chart(world, 'temperature', asked)).series.length, 1)
  const sensor = await chart(world, 'series', { ...asked, metric: 'device_sensor_value' })
  assert.is(valuesOf(sensor, 'device_sensor_value', 'battery').at(-1)!.toFixed(1), '12.6')
})

test('roll-ups keep average, smallest and largest, and say the same as the values', async () => {
  const point = { device_id: 8, interface_id: null, part: '' }
  for (let at = 1; at <= 120; at++)
    world.use('series').add([
      {
        ...point,
        metric: 'device_ping_seconds',
        time: begin - 60 * minute + at * minute,
        value: (at % 7) / 100,
      },
      { ...point, metric: 'device_ping_up', time: begin - 60 * minute + at * minute, value: at > 60 ? 1 : 0 },
    ])
  await flush()
  const asked = { device_id: 8, start: seconds(begin - 55 * minute), end: seconds(begin + 60 * minute) }
  const read = async (step: number, aggregate: string) =>
    valuesOf(await chart(world, 'ping', { ...asked, step, aggregate }), 'device_ping_seconds').map(value =>
      value === null ? null : Math.round(value * 1e6),
    )
  const kinds = ['avg', 'min', 'max']
  const before = await Promise.all([300, 600, 3600].flatMap(step => kinds.map(kind => read(step, kind))))
  await runJob(world, 'roll_up')
  const [{ rows }] = (await world.sql<{ rows: number }>('select count(*)::int as rows from metrics_5m')) as [
    { rows: number },
  ]
  assert.ok(rows >= 24, String(rows))
  const after = await Promise.all([300, 600, 3600].flatMap(step => kinds.map(kind => read(step, kind))))
  assert.equal(after, before)
  // As after the retention of values: what is left answers alone.
  await world.sql(`delete from metrics_sample where time <= to_timestamp(${seconds(begin)})`)
  assert.equal(await read(300, 'max'), before[2])
})

test('values that come late are rolled up once more', async () => {
  const point = { device_id: 8, interface_id: null, part: '', metric: 'device_ping_loss_ratio' }
  const time = begin + 20 * minute
  const asked = { device_id: 8, start: seconds(begin), end: seconds(begin + 60 * minute), step: 300 }
  world.use('series').add([{ ...point, time: time - minute, value: 0.25 }])
  await flush()
  await runJob(world, 'roll_up')
  world.use('series').add([{ ...point, time, value: 0.75 }])
  await flush()
  const read = async () =>
    valuesOf(await chart(world, 'ping', asked), 'device_ping_loss_ratio').filter(value => value !== null)
  assert.equal(await read(), [0.5])
  await runJob(world, 'roll_up')
  assert.equal(await read(), [0.5])
  const [row] = await world.sql<{ a2: number; n: number }>(
    `select a2, n from metrics_5m m join metrics_series s on s.id = m.series_id
     where s.device_id = 8 and s.family = 8 and a2 is not null`,
  )
  assert.is(row!.a2, 0.5)
})

test('old partitions go by age, then by size, and so do series without values', async () => {
  const names = async () =>
    (
      await world.sql<{ name: string }>(
        `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid order by 1`,
      )
    ).map(({ name }) => name)
  const now = Date.now()
  const day = Math.floor(now / 86_400_000)
  // In the first hours of a day all values above are of the day before.
  world
    .use('series')
    .add([
      { device_id: 8, interface_id: null, part: '', metric: 'device_ping_loss_ratio', time: now, value: 0.5 },
    ])
  await flush()
  const old = `metrics_sample_${day - 9}`
  const bound = (d: number) => new Date(d * 86_400_000).toISOString()
  await world.sql(
    `create table ${old} partition of metrics_sample for values from ('${bound(day - 9)}') to ('${bound(day - 8)}')`,
  )
  await world.sql(
    `insert into metrics_series (family, device_id, seen_on) values (3, 4711, current_date - 10000)`,
  )
  await runJob(world, 'clean_up')
  const left = await names()
  assert.not.ok(left.includes(old))
  assert.ok(left.includes(`metrics_sample_${day}`))
  assert.is((await world.sql('select 1 from metrics_series where device_id = 4711')).length, 0)
})
