import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { sql } from '@linecard/plugin-kit/sql'
import { assert, cpuMs, suite } from '@linecard/test-kit'
import { databaseCallLog } from '../src/calls/log.ts'
import { defaultSettings } from '../src/config.ts'
import { jobs } from '../src/jobs.ts'
import { databaseStore, memoryStore, type AnswerStore, type StoredAnswer } from '../src/library.ts'
import { silentLog } from './acme.ts'
import { openTables } from './postgres.ts'

const test = suite('stored answers and the call log')

let em: () => SqlEntityManager
let close: () => Promise<void>
let stores: readonly AnswerStore[]

test.before(async () => {
  ;({ em, close } = await openTables())
  stores = [databaseStore(em), memoryStore()]
})
test.after(() => close())

const at = (time: string) => new Date(`2026-03-01T${time}Z`)
const answer = (data: unknown, more: Partial<StoredAnswer> = {}): StoredAnswer => ({
  data,
  time: at('10:00:00.123'),
  spentMs: 12,
  missing: [],
  complete: true,
  answeredBy: ['IF-MIB'],
  ...more,
})
const ref = (id: number, parent: number | null = null) => ({
  id,
  name: `Gi0/${id}`,
  type: 'ETH',
  parent,
  if_index: 1000 + id,
})

test('an answer does not wait for the disk, and what follows its transaction does', async () => {
  const mode = async (where: SqlEntityManager) =>
    (
      await sql<{ mode: string }>`select current_setting('synchronous_commit') as mode`.execute(
        where.getKysely(),
      )
    ).rows[0]!.mode
  const usual = await mode(em())
  const key = { deviceId: 77, module: 'system', args: {} }
  await em().transactional(async inner => {
    const own = inner as SqlEntityManager
    await databaseStore(() => own).write(key, answer(['first']))
    assert.is(await mode(own), 'off')
  })
  assert.is(await mode(em()), usual)
  assert.equal((await databaseStore(em).read(key))?.data, ['first'])
})

test('a stored answer is unchanged, for any order of its arguments', async () => {
  for (const store of stores) {
    const data = [
      { text: 'a\\b"c\'d ? ?? $1 % \n 中 😀 <b>', none: null, big: '18446744073709551615', real: -12.5 },
    ]
    await store.write(
      { deviceId: 1, module: 'm', args: { a: 1, b: ['x', 'y'] } },
      answer(data, { missing: [{ what: 'rx', reason: 'wrong_type' }] }),
    )
    assert.equal(
      await store
        .read({ deviceId: 1, module: 'm', args: { b: ['x', 'y'], a: 1 } })
        .then(found => ({ ...found, deviceId: undefined })),
      { ...answer(data, { missing: [{ what: 'rx', reason: 'wrong_type' }] }), deviceId: undefined },
    )
    assert.is(await store.read({ deviceId: 1, module: 'm', args: { a: 1, b: ['y', 'x'] } }), null)
    assert.is(await store.read({ deviceId: 2, module: 'm', args: { a: 1, b: ['x', 'y'] } }), null)
  }
})

test('of texts, names and arguments NUL is removed and a lone surrogate replaced: PostgreSQL takes them', async () => {
  for (const store of stores) {
    const key = { deviceId: 24, module: 'm', args: { interface: 'a\0b' } }
    await store.write(key, answer({ 'na\0me': ['x\0\0y', '\\u0000', '\ud800', 'ok \\\0'] }))
    assert.equal((await store.read(key))!.data, { name: ['xy', '\\u0000', '\ufffd', 'ok \\'] })
  }
})

test('an incomplete answer never replaces a complete one, an older one never a newer one', async () => {
  for (const store of stores) {
    const key = { deviceId: 2, module: 'm', args: {} }
    const data = async () => (await store.read(key))!.data
    await store.write(key, answer(1, { complete: false }))
    await store.write(key, answer(2, { complete: false }))
    assert.is(await data(), 2)
    await store.write(key, answer(3))
    await store.write(key, answer(4, { complete: false, time: at('11:00:00') }))
    assert.is(await data(), 3)
    await store.write(key, answer(5, { time: at('09:00:00') }))
    assert.is(await data(), 3)
    await store.write(key, answer(null, { time: at('11:00:00') }))
    assert.is(await data(), null)
  }
})

test('of an answer that says the same only the time is written, whoever has written meanwhile', async () => {
  const [one, other] = [databaseStore(em), databaseStore(em)]
  const key = { deviceId: 30, module: 'm', args: {} }
  const data = async () =>
    (
      await sql<{ data: unknown }>`
        select data from equipment_answer where device_id = 30`.execute(em().getKysely())
    ).rows[0]!.data
  await one.write(key, answer(['same']))
  // What is stored tells that the data was not written again.
  await sql`update equipment_answer set data = '["stored"]' where device_id = 30`.execute(em().getKysely())
  await one.outdate(30)
  await one.write(key, answer(['same'], { time: at('10:01:00'), spentMs: 99 }))
  assert.equal(await data(), ['stored'])
  assert.equal(await one.read(key), { ...answer(['stored']), time: at('10:01:00'), spentMs: 99 })
  await one.write(key, answer(['same'], { time: at('10:02:00'), complete: false }))
  assert.is((await one.read(key))!.complete, true, 'an incomplete one does not replace it')
  await one.write(key, answer(['same'], { time: at('10:03:00') }))
  await other.write(key, answer(['same'], { time: at('10:03:30') }))
  assert.equal(await data(), ['same'], 'it did not know')
  await sql`update equipment_answer set data = '["stored"]' where device_id = 30`.execute(em().getKysely())
  await one.write(key, answer(['same'], { time: at('10:03:40') }))
  assert.equal(await data(), ['stored'])
  await one.write(key, answer(['same'], { time: at('10:02:00') }))
  assert.equal((await one.read(key))!.time, at('10:03:40'), 'an older one')
  await other.write(key, answer(['of another process'], { time: at('10:04:00') }))
  await one.write(key, answer(['same'], { time: at('10:05:00') }))
  assert.equal((await one.read(key))!.data, ['same'])
  await one.forget(30)
  await one.write(key, answer(['same'], { time: at('10:06:00') }))
  assert.equal((await one.read(key))!.data, ['same'], 'removed meanwhile')
})

test('one interface is found by bind key, ifIndex or name, and its rows come out of the whole answer', async () => {
  for (const store of stores) {
    await store.write(
      { deviceId: 3, module: 'interfaces_list', args: {} },
      answer([
        { ...ref(9), if_index: null },
        ref(1),
        ref(2),
        ref(11, 1),
        ref(12, 1),
        { ...ref(21), name: 'uplink' },
        { ...ref(22), name: 'UPLINK' },
        { ...ref(23), name: '1002' },
      ]),
    )
    for (const [wanted, id] of [
      [2, 2],
      ['2', 2],
      [1002, 2],
      ['Gi0/2', 2],
      ['Gi0/12', 12],
      [' gi0/12 ', 12],
      ['uplink', 21],
      ['UPLINK', 22],
      ['Uplink', null],
      ['-1', null],
      ['Gi0/99', null],
      [99, null],
      ['"); drop table equipment_answer; --', null],
      ['$', null],
    ] as const) {
      assert.is(await store.findInterface(3, wanted), id, String(wanted))
    }
    assert.is(await store.findInterface(4, 2), null)
    const key = { deviceId: 3, module: 'link', args: {} }
    await store.write(
      key,
      answer([
        { interface: ref(2), up: true },
        { interface: ref(11, 1), up: false },
        { interface: ref(12, 1), up: true },
        { interface: null },
      ]),
    )
    const rows = async (id: number) => (await store.readRows(key, id))?.data
    assert.equal(await rows(2), [{ interface: ref(2), up: true }])
    assert.equal(((await rows(1)) as unknown[]).length, 2)
    assert.is(await rows(77), undefined)
    assert.equal((await store.readRows({ ...key, module: 'interfaces_list' }, 12))!.data, [ref(12, 1)])
    await store.write({ ...key, module: 'system' }, answer({ interface: ref(2) }))
    assert.is(await store.readRows({ ...key, module: 'system' }, 2), null)
  }
})

test('one port of 16,384 is read fast', async () => {
  const [store] = stores as [AnswerStore]
  const key = { deviceId: 5, module: 'pon_onts_optical', args: {} }
  const onts = Array.from({ length: 16_384 }, (_, index) => ({
    interface: { ...ref(100_000 + index, 1), type: 'ONU' },
    rx: -20.5 - (index % 7),
    tx: 2.1,
    olt_rx: -22.25,
    temp: 41,
    voltage: 3.3,
    bias: 12.5,
    distance: index,
  }))
  const written = cpuMs()
  await store.write(key, answer(onts))
  const started = cpuMs()
  const { data } = (await store.readRows(key, 107_777))!
  const took = cpuMs() - started
  console.log(
    `16,384 rows: written in ${Math.round(started - written)} ms of CPU, one read in ${Math.round(took)} ms`,
  )
  assert.is((data as { distance: number }[])[0]!.distance, 7_777)
  assert.ok(took < 1_000)
})

test('forgetting a device leaves the others', async () => {
  for (const store of stores) {
    for (const deviceId of [8, 9]) await store.write({ deviceId, module: 'm', args: {} }, answer(deviceId))
    await store.forget(8)
    assert.is(await store.read({ deviceId: 8, module: 'm', args: {} }), null)
    assert.is((await store.read({ deviceId: 9, module: 'm', args: {} }))!.data, 9)
  }
})

const record = {
  time: at('10:00:00.000'),
  deviceId: 1,
  ip: '10.0.0.1',
  module: 'fdb',
  args: {},
  from: 'device' as const,
  userId: 7,
  login: 'ann',
  ok: true,
  errorCode: null,
  spentMs: 3.4,
  requests: 2,
}

test('calls are written in batches with their secrets masked', async () => {
  const calls = databaseCallLog(em, silentLog, { everyMs: 20 })
  calls.add({
    ...record,
    args: { password: 'hunter2', nested: [{ community: 'private', port: 3 }], interface: 'a\0b' },
  })
  for (let count = 0; count < 1200; count++) calls.add({ ...record, deviceId: null, module: 'detect' })
  await calls.flush()
  const [{ count }] = await em().execute<[{ count: string }]>('select count(*) from equipment_call')
  assert.is(Number(count), 1201)
  const [row] = await em().execute<[Record<string, unknown>]>(
    'select * from equipment_call order by id limit 1',
  )
  assert.equal(row['args'], { password: '***', nested: [{ community: '***', port: 3 }], interface: 'ab' })
  assert.is(row['login'], 'ann')
  assert.is(row['spent_ms'], 3)
})

test('what a driver throws is kept bounded and without secrets', async () => {
  const calls = databaseCallLog(em, silentLog, { everyMs: 20 })
  const deep = (left: number): never => {
    if (left > 0) return deep(left - 1)
    throw new TypeError(`"hunter2" of snmp-server community s3cr3t\n is no ${'row '.repeat(100_000)}`)
  }
  const error = await (async () => deep(50))().catch((reason: unknown) => reason)
  const failed = { ...record, module: 'thrown', ok: false, args: { password: 'hunter2' } }
  for (const one of [error, 'a text', undefined]) calls.add({ ...failed, error: one })
  await calls.flush()
  const rows = await em().execute<{ thrown: string | null }[]>(
    "select thrown from equipment_call where module = 'thrown' order by id",
  )
  const [first, ...frames] = rows[0]!.thrown!.split('\n')
  assert.match(first!, /^TypeError: "\*\*\*" of snmp-server community \*\*\* is no row row .*…$/)
  assert.ok(first!.length <= 1000 && frames.length >= 8 && frames.length <= 12)
  for (const frame of frames) assert.match(frame, /^at .*store\.test\.ts:\d+:\d+\)?$/)
  assert.equal([rows[1]!.thrown, rows[2]!.thrown], ['a text', null])
})

test('without a database no call is lost at once, and the memory is limited', async () => {
  let up = false
  const calls = databaseCallLog(
    () => {
      if (!up) throw new Error('connection refused')
      return em()
    },
    silentLog,
    { everyMs: 60_000 },
  )
  await em().execute('delete from equipment_call')
  for (let count = 0; count < 12_000; count++) calls.add(record)
  await calls.flush()
  up = true
  await calls.flush()
  const [{ count }] = await em().execute<[{ count: string }]>('select count(*) from equipment_call')
  assert.is(Number(count), 10_000)
})

test('retention deletes old rows and rows above the limit', async () => {
  await em().execute('delete from equipment_call; delete from equipment_answer')
  const calls = databaseCallLog(em, silentLog)
  for (let day = 0; day < 40; day++)
    calls.add({ ...record, time: new Date(at('10:00:00').getTime() - day * 86_400_000) })
  await calls.flush()
  const [store] = stores as [AnswerStore]
  for (let index = 0; index < 205; index++)
    await store.write(
      { deviceId: 1, module: 'fdb', args: { vlan_id: index } },
      answer([], { time: new Date(at('09:00:00').getTime() + index * 1000) }),
    )
  await store.write(
    { deviceId: 2, module: 'fdb', args: {} },
    answer([], { time: new Date('2025-01-01T00:00:00Z') }),
  )
  const counts = async () => {
    const [row] = await em().execute<[{ calls: string; answers: string }]>(
      'select (select count(*) from equipment_call) as calls, (select count(*) from equipment_answer) as answers',
    )
    return [Number(row.calls), Number(row.answers)]
  }
  const run = (config: Partial<typeof defaultSettings>) =>
    jobs.retention.run(
      { ctx: { em, clock: () => at('10:00:01'), config: { ...defaultSettings, ...config } } } as never,
      { args: {}, signal: new AbortController().signal, log: silentLog, progress() {} },
    )
  await run({})
  assert.equal(await counts(), [30, 200])
  assert.is(await store.read({ deviceId: 1, module: 'fdb', args: { vlan_id: 0 } }), null)
  await run({ call_log_max_rows: 12 })
  assert.equal(await counts(), [12, 200])
})
