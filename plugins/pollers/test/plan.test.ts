import type { BoundPoller } from '@linecard/plugin-kit'
import { assert, suite } from '@linecard/test-kit'
import type { Caution } from '@linecard/driver-kit'
import { deviceCautions, wantedOf, type Plans } from '../src/plan/effective.ts'
import { dueBetween, nextDue } from '../src/plan/grid.ts'
import { replanned } from '../src/plan/replan.ts'

const test = suite('pollers: plan')
const hour = 3_600_000
const now = Date.UTC(2026, 2, 29, 0, 30)

const poller = (key: string, intervalSec: number, more: Partial<BoundPoller> = {}): BoundPoller => ({
  key,
  component: 'inventory',
  summary: key,
  intervalSec,
  modules: [{ name: `module_of_${key}` } as never],
  stores: [],
  ...more,
})
const all = [
  poller('list', 900, { always: true }),
  poller('status', 120),
  poller('extra', 600, { off: true }),
  poller('olt_only', 600),
]
const plans: Plans = {
  pollers: all,
  intervals: {},
  supports: (_, { name }) => name !== 'module_of_olt_only',
  cautions: () => new Map(),
}
const device = { model_key: 'a', pollers: null, model_pollers: {} }
const keysOf = (given: object, more: Partial<Plans> = {}) =>
  wantedOf({ ...device, ...given }, { ...plans, ...more }).map(
    one => `${one.poller.key} ${one.intervalSec} ${one.from}`,
  )

test('the interval is that of the device, else of the model, else of the settings, else of the plugin', () => {
  assert.equal(keysOf({}), ['list 900 plugin', 'status 120 plugin'])
  assert.equal(keysOf({}, { intervals: { status: 60, extra: 30 } }), [
    'list 900 plugin',
    'status 60 settings',
    'extra 30 settings',
  ])
  assert.equal(
    keysOf({ model_pollers: { status: 300 }, pollers: { extra: 40 } }, { intervals: { status: 60 } }),
    ['list 900 plugin', 'status 300 model', 'extra 40 device'],
  )
  assert.equal(keysOf({ pollers: { status: 0, list: 0 } }), ['list 900 plugin'])
  assert.equal(keysOf({ model_key: null }), [])
})

test('a driver spares its models: off or less often by default; the model and the device overrule it', () => {
  const twice = { ...poller('twice', 300), modules: [{ name: 'slow' }, { name: 'bad' }] as never }
  const said: Record<string, Caution> = {
    bad: { modules: [], reason: 'It hangs.' },
    module_of_status: { modules: [], reason: 'It is slow.', everySec: 3600 },
    module_of_list: { modules: [], reason: 'It hangs too.' },
  }
  const spared = (more: object = {}, own: Partial<Plans> = {}) =>
    wantedOf(
      { ...device, ...more },
      { ...plans, pollers: [...all, twice], cautions: () => new Map(Object.entries(said)), ...own },
    ).map(one => `${one.poller.key} ${one.intervalSec} ${one.from} ${one.modules.map(({ name }) => name)}`)
  assert.equal(spared(), ['status 3600 driver module_of_status', 'twice 300 plugin slow'])
  // An interval for all devices is no word about this model; a longer one is heeded.
  assert.equal(spared({}, { intervals: { status: 60, list: 60 } })[0], 'status 3600 driver module_of_status')
  assert.equal(spared({}, { intervals: { status: 7200 } })[0], 'status 7200 settings module_of_status')
  assert.equal(spared({ model_pollers: { list: 900, twice: 600 }, pollers: { status: 120 } }), [
    'list 900 model module_of_list',
    'status 120 device module_of_status',
    'twice 600 model slow,bad',
  ])
  assert.equal(spared({ pollers: { status: 0 } }), ['twice 300 plugin slow'])
  assert.equal(
    deviceCautions(
      { ...device, pollers: { status: 120 } },
      { ...plans, pollers: [...all, twice], cautions: () => new Map(Object.entries(said)) },
    ).map(one => [one.poller, one.module, one.reason, one.every_sec, one.overruled]),
    [
      ['list', 'module_of_list', 'It hangs too.', null, false],
      ['status', 'module_of_status', 'It is slow.', 3600, true],
      ['twice', 'bad', 'It hangs.', null, false],
    ],
  )
})

test('devices are spread over the interval, and pollers of a device fall together', () => {
  const minutes = [0, 0, 0, 0, 0]
  for (let id = 1; id <= 10_000; id++) minutes[Math.floor((nextDue(id, 300, now) - now - 1) / 60_000)]!++
  for (const count of minutes) assert.ok(count > 1_800 && count < 2_200, String(minutes))
  for (let id = 1; id < 50; id++) {
    const slow = nextDue(id, 300, now)
    assert.is(nextDue(id, 60, slow - 1), slow)
    assert.is(nextDue(id, 300, slow), slow + 300_000)
  }
})

test('due times that pass during a poll are counted, and do not stack', () => {
  const first = nextDue(7, 60, now)
  assert.is(dueBetween(7, 60, first, first + 59_999), 0)
  assert.is(dueBetween(7, 60, first, first + 190_000), 3)
  assert.is(nextDue(7, 60, first + 190_000), first + 240_000)
})

test('after a jump of the clock each device is due once, within its interval', () => {
  const wanted = [
    { poller: all[0]!, intervalSec: 900 },
    { poller: all[1]!, intervalSec: 120 },
  ]
  for (let id = 1; id < 200; id++) {
    const due = { list: nextDue(id, 900, now), status: nextDue(id, 120, now) }
    // An hour back: what was planned lies too far away, and is planned again within the interval.
    const back = replanned(id, wanted, due, now - hour)!
    assert.ok(back['status']! > now - hour && back['status']! <= now - hour + 120_000)
    assert.ok(back['list']! > now - hour && back['list']! <= now - hour + 900_000)
    // An hour forward: it is due now, once, and then on the grid again.
    assert.is(replanned(id, wanted, due, now + hour), null)
    assert.ok(nextDue(id, 120, now + hour) <= now + hour + 120_000)
  }
})

test('a shorter interval holds from now on; pollers that are off are forgotten', () => {
  const due = { list: now + 800_000, status: now + 100_000 }
  assert.equal(replanned(3, [{ poller: all[1]!, intervalSec: 60 }], due, now), {
    status: nextDue(3, 60, now),
  })
  assert.equal(replanned(3, [], due, now), {})
  assert.is(replanned(3, [{ poller: all[1]!, intervalSec: 120 }], { status: now - 5 }, now), null)
})
