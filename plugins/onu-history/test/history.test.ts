import { assert, suite } from '@linecard/test-kit'
import type { Context } from '@linecard/plugin-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import { dataOf, keyOf } from '@linecard/test-kit/worlds/inventory'
import type { Config } from '../src/config.ts'
import onuHistory from '../src/index.ts'
import { trimDays } from '../src/light/store.ts'

const test = suite('onu-history')
let world: World
let ctx!: Context<Config>
let ours: string
const path = '/component/onu_history'

/** OLT 7 in `ours` (71) with ONUs 101 to 105 (bind keys 1 to 5), OLT 8 in `theirs` (72) with ONU 201. */
test.before(async () => {
  const plugin = {
    ...onuHistory,
    setup: (given: Context<Config>) => (ctx = onuHistory.setup(given) as Context<Config>),
  } as typeof onuHistory
  world = await makeWorld({ plugins: [plugin], settings: { identity: { rate_limiter_enabled: false } } })
  await world.sql(`insert into inventory_group (id, name) values (71, 'ours'), (72, 'theirs')`)
  await world.sql(
    `insert into inventory_device (id, ip, name, group_id, enabled)
     values (7, '192.0.2.7', 'olt-ours', 71, false), (8, '192.0.2.8', 'olt-theirs', 72, false)`,
  )
  await world.sql(
    `insert into inventory_interface (id, device_id, bind_key, name, type, status)
     select 100 + n, 7, n, 'pon0/1:' || n, 'ONU', 'Online' from generate_series(1, 5) n`,
  )
  await world.sql(
    `insert into inventory_interface (id, device_id, bind_key, name, type) values (201, 8, 1, 'pon0/1:1', 'ONU')`,
  )
  ours = await keyOf(world, ['device_show', 'onu_history_reference'], [71])
})
test.after(() => world?.stop())

const now = new Date()
/** So many days ago, at an hour (UTC). */
const at = (days: number, hour = 12): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - days, hour))
const dayOf = (days: number) => at(days).toISOString().slice(0, 10)

/** A device has answered, whoever asked. */
async function keep(device: number, args: object, data: unknown, time: Date): Promise<void> {
  const answer = {
    device_id: device,
    module: 'pon_onts_optical',
    args: { ...args },
    data,
    complete: true,
    time,
  }
  assert.equal(await world.use('equipment').keep([answer]), [])
}

type Light = [bindKey: number, rx: number | null, oltRx?: number | null]
async function read(time: Date, lights: readonly Light[], device = 7): Promise<void> {
  const data = lights.map(([key, rx, oltRx = null]) => ({
    interface: { id: key, name: `pon0/1:${key}`, type: 'ONU', parent: null, if_index: null },
    rx,
    tx: null,
    olt_rx: oltRx,
    temp: null,
    voltage: null,
    distance: null,
  }))
  await keep(device, {}, data, time)
}
interface Shown {
  last: { rx: number | null; olt_rx: number | null; time: string } | null
  last_good: { rx: number | null; time: string } | null
  reference: { rx: number | null; time: string; set_by: string | null } | null
  change: { rx: number | null; olt_rx: number | null }
  days: Record<string, unknown>[]
}
const light = async (id: number, query = '', key?: string) => {
  const answer = await world.http('GET', `${path}/onu/${id}/light${query}`, undefined, key)
  assert.is(answer.status, 200, answer.text)
  return dataOf<Shown>(answer)
}

test('light: the least and the most of each day, the last good value, and the change since the first', async () => {
  await read(at(3, 8), [
    [1, -20.1, -22],
    [2, -19],
  ])
  await read(at(3, 12), [
    [1, -20.4, -21.8],
    [2, -19],
  ])
  await read(at(1), [
    [1, -23.2, -25.2],
    [2, null, null],
    [3, null],
  ])
  await read(at(0, 0), [[1, -29.5, -33]])
  const shown = await light(101)
  assert.equal(shown, {
    interface_id: 101,
    last: { rx: -29.5, olt_rx: -33, time: at(0, 0).toISOString() },
    last_good: { rx: -23.2, olt_rx: -25.2, time: at(1).toISOString() },
    reference: { rx: -20.1, olt_rx: -22, time: at(3, 8).toISOString(), set_by: null },
    change: { rx: -9.4, olt_rx: -11 },
    days: [
      { day: dayOf(0), rx_min: -29.5, rx_max: -29.5, olt_rx_min: -33, olt_rx_max: -33 },
      { day: dayOf(1), rx_min: -23.2, rx_max: -23.2, olt_rx_min: -25.2, olt_rx_max: -25.2 },
      { day: dayOf(3), rx_min: -20.4, rx_max: -20.1, olt_rx_min: -22, olt_rx_max: -21.8 },
    ],
  } as never)
  assert.equal((await light(101, '?days=2')).days.length, 2)
  const off = await light(102)
  assert.equal(
    [off.last!.rx, off.last!.time, off.change, off.days.length],
    [-19, at(3, 12).toISOString(), { rx: 0, olt_rx: null }, 1],
  )
  assert.equal(await light(103), {
    interface_id: 103,
    last: null,
    last_good: null,
    reference: null,
    change: { rx: null, olt_rx: null },
    days: [],
  } as never)
})

test('the same answer twice and an older one change nothing; a day that does not move is not written', async () => {
  const rows = () =>
    world.sql<{ x: string }>('select xmin::text as x from onu_history_day order by interface_id, day')
  const [before, row] = [await rows(), await light(101)]
  await read(at(0, 0), [[1, -15, -15]])
  await read(at(2), [[1, -15, -15]])
  await read(new Date(at(0, 0).getTime() + 1), [[1, -29.5, -33]])
  assert.equal([await rows(), (await light(101)).last!.rx], [before, row.last!.rx])
})

test('nonsense of a device is no light', async () => {
  await read(at(0, 1), [
    [4, -32768, Number.NaN],
    [77, -20],
  ])
  assert.is((await light(104)).last, null)
})

interface Worse {
  interface: { id: number }
  drop: number
  base: { rx: number | null }
}
const worst = async (query = '', key?: string) => {
  const answer = await world.http('GET', `${path}/device/7/worst${query}`, undefined, key)
  assert.is(answer.status, 200, answer.text)
  return dataOf<Worse[]>(answer).map(({ interface: { id }, drop }) => `${id} ${drop}`)
}

test('worst: ONUs that dropped by so many dB since the reference or since a day, the largest loss first', async () => {
  await read(at(2), [[5, -18]])
  await read(at(0, 1), [[5, -20.5]])
  assert.equal(await worst(), ['101 11', '105 2.5'])
  assert.equal(await worst('?drop=2.5'), ['101 11', '105 2.5'])
  assert.equal(await worst('?drop=2.6'), ['101 11'])
  assert.equal(await worst(`?since=${dayOf(1)}`), ['101 7.8'])
  assert.equal(await worst(`?drop=0&since=${dayOf(2)}&limit=1&offset=1`), ['105 2.5'])
})

test('a reference is the last good value or the best of a day, of one ONU or of all', async () => {
  const put = (below: string, body: object, key?: string) =>
    world.http('PUT', `${path}/${below}/reference`, body, key)
  assert.is((await put('onu/101', {}, ours)).status, 200)
  const shown = await light(101)
  assert.equal([shown.reference!.rx, shown.change], [-23.2, { rx: -6.3, olt_rx: -7.8 }])
  assert.ok(shown.reference!.set_by!.startsWith('limited'))
  const all = await put('device/7', { day: dayOf(3) })
  assert.equal([all.status, dataOf<{ onus: number }>(all).onus], [200, 2])
  assert.equal([(await light(101)).reference!.rx, (await light(105)).reference!.rx], [-20.1, -18])
  const never = await put('onu/103', {})
  assert.equal([never.status, never.body.error?.code], [409, 'ONU_HISTORY_NOT_MEASURED'])
  assert.is((await put('onu/101', { day: 'yesterday' })).status, 400)
  assert.is((await put('onu/101', {}, await keyOf(world, ['device_show'], []))).status, 403)
})

test('status changes have their reason and how long they lasted', async () => {
  await world.sql(
    `insert into inventory_interface_status_history (interface_id, status, previous, reason, time) values
      (101, 'Online', null, null, $1), (101, 'PowerOff', 'Online', 'PowerOff', $2), (101, 'Online', 'PowerOff', null, $3)`,
    [at(3).toISOString(), at(2).toISOString(), at(1).toISOString()],
  )
  const changes = async (query = '') =>
    dataOf<Record<string, unknown>[]>(await world.http('GET', `${path}/onu/101/status${query}`)).map(row => [
      row['status'],
      row['reason'],
      row['until'],
      row['duration_sec'],
    ])
  const [current, ...rest] = await changes()
  assert.equal([current!.slice(0, 3), (current![3] as number) > 40_000], [['Online', null, null], true])
  assert.equal(rest, [
    ['PowerOff', 'PowerOff', at(1).toISOString(), 86_400],
    ['Online', null, at(2).toISOString(), 86_400],
  ])
  assert.equal(await changes(`?stop=${at(2, 13).toISOString()}&limit=1`), [rest[0]])
})

test('nothing of OLTs of other groups is shown or changed', async () => {
  for (const [method, below] of [
    ['GET', '/onu/201/light'],
    ['GET', '/onu/201/status'],
    ['PUT', '/onu/201/reference'],
    ['GET', '/device/8/worst'],
    ['PUT', '/device/8/reference'],
  ] as const) {
    const { status, text } = await world.http(method, path + below, method === 'PUT' ? {} : undefined, ours)
    assert.is(status, 404, `${below} ${text}`)
  }
})

test('whoever asks for light has it kept', async () => {
  const onu = { id: 1, name: 'pon0/1:1', type: 'ONU', parent: null, if_index: null }
  await keep(8, { interface: 1 }, [{ interface: onu, rx: -17.25 }], at(0, 2))
  assert.is((await light(201)).last?.rx, -17.25)
})

test('old days are removed', async () => {
  const signal = new AbortController().signal
  assert.is(await trimDays(() => ctx.em(), dayOf(2), signal), 2)
  assert.is(await trimDays(() => ctx.em(), dayOf(2), signal), 0)
})
