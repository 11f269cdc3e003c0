import type { Context } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { assert, failureOf, suite } from '@linecard/test-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import metrics from '../src/index.ts'
import { createKept } from '../src/rates/kept.ts'
import { keepChanges, loweredSince } from '../src/rates/speed-changes.ts'
import { tables } from '../src/tables.ts'

/** What outlives a process between two polls, in the database. */
const test = suite('metrics: kept states and speeds')
let world!: World
let em!: () => SqlEntityManager
test.before(async () => {
  const own = {
    ...metrics,
    setup(ctx: Context<never>) {
      em = () => ctx.em() as SqlEntityManager
      return metrics.setup(ctx)
    },
  } as typeof metrics
  world = await makeWorld({ plugins: [own], settings: { identity: { rate_limiter_enabled: false } } })
  await world.sql(`insert into inventory_group (id, name) values (71, 'ours')`)
  await world.sql(`insert into inventory_device (id, ip, name, group_id, enabled)
    select n, ('192.0.2.' || n)::inet, 'sw ' || n, 71, false from generate_series(1, 9) n`)
  await world.sql(`insert into inventory_interface (id, device_id, bind_key, name, type)
    select 100 + n, 7, n, 'port ' || n, 'ETH' from generate_series(1, 9) n`)
})
test.after(() => world?.stop())
const fresh = (name: string, run: () => Promise<void>) =>
  test(name, async () => {
    await world.sql('delete from metrics_counter')
    await world.sql('delete from metrics_speed_change')
    await run()
  })

const at = (minutes: number) => new Date(Date.UTC(2026, 2, 1, 12) + minutes * 60_000)
/** A process with its own memory. */
const process = (max?: number) => createKept(em, 'metrics_counter', max)
type Kept = ReturnType<typeof process>
const text = (state: Buffer | null) => (state === null ? null : state.toString())
const put = (kept: Kept, device: number, said: string, minutes = 0) =>
  kept.replace(device, at(minutes), last => ({ state: Buffer.from(said), result: text(last) }))
const stored = async (device: number) =>
  (
    await world.sql<{ state: Buffer }>('select state from metrics_counter where device_id = $1', [device])
  )[0]?.state.toString() ?? null
/** Others change what is stored, without the memory of this process. */
const changes = (device: number, said: string) =>
  world.sql('update metrics_counter set state = $2 where device_id = $1', [device, Buffer.from(said)])

fresh(
  'the first state has none before it, the next one gets it, and a new process goes on with it',
  async () => {
    const kept = process()
    assert.equal([await kept.last(7), await put(kept, 7, 'one')], [null, null])
    assert.equal(
      [await put(kept, 7, 'two', 1), text(await kept.last(7)), await stored(7)],
      ['one', 'two', 'two'],
    )
    const next = process()
    assert.equal([text(await next.last(7)), await put(next, 7, 'three', 2)], ['two', 'two'])
  },
)

fresh('a change that is none writes nothing', async () => {
  const kept = process()
  assert.is(await kept.replace(7, at(0), () => null), null)
  assert.equal([await stored(7), await kept.last(7)], [null, null])
})

fresh('states of several devices at once stay apart', async () => {
  const kept = process()
  await Promise.all([1, 2, 3].map(device => put(kept, device, `of ${device}`)))
  const next = process()
  assert.equal((await Promise.all([3, 9, 1, 2].map(device => next.last(device)))).map(text), [
    'of 3',
    null,
    'of 1',
    'of 2',
  ])
})

fresh('what a process has read or written it remembers, until it forgets it', async () => {
  const kept = process()
  await put(kept, 7, 'one')
  await changes(7, 'other')
  assert.is(text(await kept.last(7)), 'one')
  kept.forget(7)
  assert.is(text(await kept.last(7)), 'other')
  await changes(7, 'third')
  assert.is(text(await kept.last(7)), 'other')
})

fresh('a state that another process has written is read again, and the change made again', async () => {
  const [one, other] = [process(), process()]
  await put(one, 7, 'one')
  await put(other, 7, 'two', 1)
  assert.is(await put(one, 7, 'three', 2), 'two')
  assert.equal([await stored(7), text(await one.last(7))], ['three', 'three'])
  // Nobody had a state, and both begin.
  await one.last(8)
  await put(other, 8, 'first', 3)
  assert.is(await put(one, 8, 'second', 4), 'first')
})

fresh('a state that others write all the time is given up after three attempts', async () => {
  const kept = process()
  await put(kept, 7, 'one')
  let tries = 0
  const racing = createKept(em, 'metrics_counter')
  await racing.last(7)
  // The time of the stored state is another one before each write.
  await world.sql(`create function racing() returns trigger language plpgsql as $$ begin return null; end $$`)
  await world.sql(
    `create trigger racing before update on metrics_counter for each row execute function racing()`,
  )
  try {
    const failed = await failureOf(
      racing.replace(7, at(1), () => {
        tries++
        return { state: Buffer.from('x'), result: null }
      }),
    )
    assert.match(failed.message, 'the state of device 7 is written by others all the time')
    assert.is(tries, 3)
  } finally {
    await world.sql('drop trigger racing on metrics_counter; drop function racing()')
  }
})

fresh('the memory is bounded: the longest unused goes first, and what is forgotten makes room', async () => {
  const kept = process(10)
  const known = async (...devices: number[]) => {
    const found: number[] = []
    for (const device of devices) await changes(device, 'other')
    for (const device of devices) if (text(await kept.last(device)) !== 'other') found.push(device)
    return found
  }
  for (const device of [1, 2]) await put(kept, device, '12345')
  await put(kept, 1, 'abcde', 1)
  await put(kept, 3, '12345', 2)
  // Ten octets: 1 and 3, since 2 was used before both.
  assert.equal(await known(1, 3), [1, 3])
  assert.equal(await known(2), [])
  const small = process(3)
  await put(small, 4, 'long state')
  await changes(4, 'other')
  assert.is(text(await small.last(4)), 'long state')
  await put(small, 5, 'x')
  assert.is(text(await small.last(4)), 'other')
})

fresh('a state that is written again counts once', async () => {
  const kept = process(10)
  await put(kept, 1, '12345')
  for (let n = 0; n < 5; n++) await put(kept, 2, '12345', n)
  await changes(1, 'other')
  assert.is(text(await kept.last(1)), '12345')
  kept.forget(2)
  await put(kept, 3, '54321', 9)
  assert.is(text(await kept.last(1)), '12345')
  kept.forget(9)
  await put(kept, 4, '1', 9)
  await changes(1, 'another')
  assert.is(text(await kept.last(1)), 'another')
})

const lowered = async (since: Date) =>
  (await loweredSince(since).execute(tables(em()))).rows as {
    interface_id: number
    speed: number
    highest: number
    fell_at: Date
  }[]
const change = (interface_id: number, previous: number, speed: number, minutes: number) =>
  keepChanges(em(), at(minutes), [{ interface_id, previous, speed }])

fresh('a link that is slower than it was is told, with its highest speed and when it fell last', async () => {
  await change(101, 125, 12, 1)
  await change(102, 12, 125, 1)
  await change(103, 125, 12, 1)
  await change(103, 12, 125, 2)
  await change(104, 1250, 125, 1)
  await change(104, 125, 12, 3)
  await change(104, 12, 125, 4)
  await change(105, 12, 125, 1)
  await change(105, 125, 12, 2)
  const rows = (await lowered(at(1))).toSorted((a, b) => a.interface_id - b.interface_id)
  assert.equal(
    rows.map(({ interface_id: id, speed, highest, fell_at: fell }) => [
      id,
      Number(speed),
      Number(highest),
      fell.getTime() - at(0).getTime(),
    ]),
    [
      [101, 12, 125, 60_000],
      [104, 125, 1250, 180_000],
      [105, 12, 125, 120_000],
    ],
  )
  assert.equal((await lowered(at(2))).map(({ interface_id: id }) => id).toSorted(), [105])
})

fresh('a change that is told twice is kept once', async () => {
  await change(101, 125, 12, 1)
  await change(101, 125, 12, 1)
  assert.is((await world.sql('select from metrics_speed_change')).length, 1)
})
